// Draws solids on a 2-D canvas, for browsers without WebGL2: triangles from the farthest to the nearest. Where triangles
// cross each other, the picture is wrong, and the page says so.

import { cross, dot, mixed, placed, scaled, sub, unit } from "./vectors.js";
import { STRIDE } from "./scene.js";
import { css } from "./overlay.js";

// Triangles of a picture, at most; of the others only edges are drawn.
const MAX_TRIANGLES = 20000;
const LIGHT = unit([0.35, -0.5, 0.8]);

// The part of a polygon that is farther than `near`, in the picture. Corners are points with their places in the picture.
function before(corners, near, project) {
  const out = [];
  corners.forEach(([p, at], k) => {
    const [q, next] = corners[(k + 1) % corners.length];
    if (at[2] >= near) out.push(at);
    if (at[2] >= near !== next[2] >= near) out.push(project(mixed(p, q, (near - at[2]) / (next[2] - at[2]))));
  });
  return out;
}

export class CanvasRenderer {
  // `why` is a sentence.
  constructor(canvas, why) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.note = `${why} The picture is drawn on a 2-D canvas: bodies that cross are drawn one over the other.`;
  }

  draw(camera, frame, colors) {
    const context = this.context;
    context.fillStyle = css(colors.back);
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const project = camera.projector();
    const near = camera.distance * 0.02;
    const faces = [];
    for (const group of frame.groups) {
      for (let k = 0; k < group.count; k++) this.collect(group, k, camera, project, near, faces);
    }
    faces.sort((a, b) => b.depth - a.depth);
    for (const face of faces) {
      context.fillStyle = face.style;
      context.strokeStyle = face.style;
      context.beginPath();
      context.moveTo(face.points[0][0], face.points[0][1]);
      for (const point of face.points.slice(1)) context.lineTo(point[0], point[1]);
      context.closePath();
      context.fill();
      if (face.solid) context.stroke();
    }
  }

  collect(group, instance, camera, project, near, faces) {
    const data = group.data.subarray(instance * STRIDE, (instance + 1) * STRIDE);
    const pose = {
      p: [0, 1, 2].map((k) => data[k] * camera.unit + camera.target[k]),
      q: [data[3], data[4], data[5], data[6]],
    };
    const [scale, color, alpha] = [data[7] * camera.unit, data.subarray(8, 11), data[11]];
    const { points, triangles } = group.geometry;
    const world = [];
    for (let k = 0; k < points.length; k += 3) {
      world.push(placed(pose, [points[k] * scale, points[k + 1] * scale, points[k + 2] * scale]));
    }
    const flat = world.map(project);
    for (let k = 0; k < triangles.length && faces.length < MAX_TRIANGLES; k += 3) {
      const ids = [triangles[k], triangles[k + 1], triangles[k + 2]];
      const [p, q, r] = ids.map((id) => world[id]);
      const corners = before(ids.map((id) => [world[id], flat[id]]), near, project);
      if (corners.length < 3) continue;
      const light = 0.55 + 0.45 * Math.abs(dot(unit(cross(scaled(sub(q, p), 1 / camera.unit), scaled(sub(r, p), 1 / camera.unit))), LIGHT));
      const shaded = [color[0] * light, color[1] * light, color[2] * light];
      const depth = corners.reduce((sum, point) => sum + point[2], 0) / corners.length;
      faces.push({ points: corners, depth, style: css(shaded, alpha), solid: alpha === 1 });
    }
  }
}
