// Draws solids by WebGL2. All bodies of one shape are one call, so that many bodies cost little.

import { STRIDE } from "./scene.js";

const VERTEX = `#version 300 es
precision highp float;
layout(location = 0) in vec3 corner;
layout(location = 1) in vec4 place;     // p, relative to the camera's target, and the first number of q
layout(location = 2) in vec4 rotation;  // the other three of q, and the scale
layout(location = 3) in vec4 color;
uniform mat4 matrix;
out vec3 position;
out vec4 tint;
void main() {
  vec3 v = corner * rotation.w;
  vec3 axis = vec3(place.w, rotation.xy);
  float w = rotation.z;
  vec3 twice = cross(axis, v) * (2.0 / (dot(axis, axis) + w * w));
  position = place.xyz + v + w * twice + cross(axis, twice);
  tint = color;
  gl_Position = matrix * vec4(position, 1.0);
}`;

const FACE = `#version 300 es
precision highp float;
in vec3 position;
in vec4 tint;
uniform vec3 light;
out vec4 result;
void main() {
  vec3 normal = cross(dFdx(position), dFdy(position));
  float length2 = dot(normal, normal);
  float shade = length2 > 0.0 ? abs(dot(normal, light)) * inversesqrt(length2) : 0.5;
  result = vec4(tint.rgb * (0.55 + 0.45 * shade) * tint.a, tint.a);
}`;

const EDGE = `#version 300 es
precision highp float;
in vec3 position;
in vec4 tint;
uniform vec3 ink;
out vec4 result;
void main() {
  float alpha = tint.a < 1.0 ? 0.7 : 0.85;
  result = vec4(mix(tint.rgb, ink, 0.55) * alpha, alpha);
}`;

function program(gl, fragment) {
  const linked = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(linked, shader);
  }
  gl.linkProgram(linked);
  if (!gl.getProgramParameter(linked, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(linked) || "no shaders");
  return linked;
}

export class WebglRenderer {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL2");
    this.canvas = canvas;
    this.gl = gl;
    this.note = "";
    this.buffers = new Map();
    this.instances = gl.createBuffer();
    this.faces = program(gl, FACE);
    this.edges = program(gl, EDGE);
    const at = (linked, name) => gl.getUniformLocation(linked, name);
    this.at = {
      faceMatrix: at(this.faces, "matrix"),
      light: at(this.faces, "light"),
      edgeMatrix: at(this.edges, "matrix"),
      ink: at(this.edges, "ink"),
    };
  }

  // The buffers of a geometry, made when it is first drawn.
  of(geometry) {
    const known = this.buffers.get(geometry.id);
    if (known) return known;
    const gl = this.gl;
    const filled = (target, data) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(target, buffer);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      return buffer;
    };
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    filled(gl.ARRAY_BUFFER, geometry.points);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    for (const k of [1, 2, 3]) {
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 4, gl.FLOAT, false, STRIDE * 4, (k - 1) * 16);
      gl.vertexAttribDivisor(k, 1);
    }
    const all = new Uint32Array(geometry.triangles.length + geometry.edges.length);
    all.set(geometry.triangles);
    all.set(geometry.edges, geometry.triangles.length);
    filled(gl.ELEMENT_ARRAY_BUFFER, all);
    gl.bindVertexArray(null);
    this.buffers.set(geometry.id, array);
    return array;
  }

  draw(camera, frame, colors) {
    const gl = this.gl;
    const matrix = camera.matrix();
    const { right, up, back } = camera.basis();
    const light = [0, 1, 2].map((k) => 0.4 * right[k] + 0.5 * up[k] + 0.77 * back[k]);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...colors.back, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.useProgram(this.faces);
    gl.uniformMatrix4fv(this.at.faceMatrix, false, matrix);
    gl.uniform3fv(this.at.light, light);
    gl.useProgram(this.edges);
    gl.uniformMatrix4fv(this.at.edgeMatrix, false, matrix);
    gl.uniform3fv(this.at.ink, colors.ink);
    for (const group of frame.groups) {
      const { triangles, edges } = group.geometry;
      const array = this.of(group.geometry);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
      gl.bufferData(gl.ARRAY_BUFFER, group.data.subarray(0, group.count * STRIDE), gl.STREAM_DRAW);
      gl.bindVertexArray(array);
      gl.depthMask(!group.clear);
      // A clear plane between two bodies that touch is drawn over them.
      gl.polygonOffset(group.clear ? -1 : 1, group.clear ? -4 : 1);
      if (triangles.length > 0) {
        gl.useProgram(this.faces);
        gl.drawElementsInstanced(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0, group.count);
      }
      if (edges.length > 0) {
        gl.useProgram(this.edges);
        gl.drawElementsInstanced(gl.LINES, edges.length, gl.UNSIGNED_INT, triangles.length * 4, group.count);
      }
    }
    gl.bindVertexArray(null);
  }
}
