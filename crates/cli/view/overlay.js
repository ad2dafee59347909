// Lines, dots and names over the solids, on a 2-D canvas.

export const css = (color, alpha = 1) =>
  `rgba(${Math.round(color[0] * 255)},${Math.round(color[1] * 255)},${Math.round(color[2] * 255)},${alpha})`;

export function drawOverlay(context, camera, frame, colors, ratio) {
  const project = camera.projector();
  context.lineJoin = "round";
  // Lines of one colour that follow each other are one stroke.
  let pen = null;
  for (const line of frame.lines) {
    if (!pen || pen.color !== line.color || pen.width !== line.width) {
      if (pen) context.stroke();
      context.strokeStyle = css(line.color, line.width > 1 ? 0.95 : 0.6);
      context.lineWidth = line.width * ratio;
      context.beginPath();
      pen = line;
    }
    for (let k = 0; k + 1 < line.points.length; k++) {
      const part = camera.clipped(line.points[k], line.points[k + 1]);
      if (!part) continue;
      const [from, to] = part.map(project);
      context.moveTo(from[0], from[1]);
      context.lineTo(to[0], to[1]);
    }
  }
  if (pen) context.stroke();
  for (const dot of frame.dots) {
    const [x, y, depth] = project(dot.at);
    if (depth <= 0) continue;
    context.beginPath();
    context.arc(x, y, dot.size * ratio, 0, 2 * Math.PI);
    context.fillStyle = css(dot.color);
    context.fill();
    context.lineWidth = ratio;
    context.strokeStyle = css(colors.back);
    context.stroke();
  }
  context.font = `${12 * ratio}px system-ui, sans-serif`;
  context.fillStyle = css(colors.text);
  for (const name of frame.names) {
    const [x, y, depth] = project(name.at);
    if (depth > 0) context.fillText(name.text, x + 6 * ratio, y - 6 * ratio);
  }
}
