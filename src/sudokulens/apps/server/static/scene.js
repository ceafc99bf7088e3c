// The painter of scenes: shapes in cells, as the service describes them, onto SVG or a canvas, flat or along a photo's grid.

import { line, outline } from "./planes.js";

const SVG = "http://www.w3.org/2000/svg";
/** The height of a digit as a share of its font size. */
const CAPITAL = 0.72;
const DASH = [4, 3];
const HEAD = 4;

/** The colour of a paint on the page, which follows the theme. */
export const themed = (paint) => `var(--scene-${paint})`;

/** The colour of a paint on paper, which is light whatever the theme. */
export function onPaper(paint) {
  papers ??= lightPaints();
  return papers.get(paint) ?? "#15202e";
}

let papers = null;

function lightPaints() {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/palette.css"));
  const style = [...(sheet?.cssRules ?? [])].find(({ selectorText }) => selectorText === ":root")?.style;
  const names = [...(style ?? [])].filter((name) => name.startsWith("--scene-"));
  return new Map(names.map((name) => [name.replace("--scene-", ""), style.getPropertyValue(name).trim()]));
}

/** The shapes of a scene's layers, all or those that are named, in painting order. */
export const shapesOf = (scene, names = null) =>
  (scene?.layers ?? []).filter(({ layer }) => !names || names.includes(layer)).flatMap(({ layer, shapes }) =>
    shapes.map((shape) => ({ ...shape, layer })));

/** The shapes as SVG elements; `colourOf` gives a paint's colour. Links carry their number, so that they can be drawn in turn. */
export function toSvg(shapes, plane, colourOf = themed) {
  let links = 0;
  return shapes.flatMap((shape) => {
    const found = SVG_SHAPES[shape.type](shape, plane, colourOf);
    if (shape.layer === "links") for (const element of found) inTurn(element, links++);
    return found;
  });
}

function inTurn(element, step) {
  element.classList.add("link");
  element.style.setProperty("--step", step);
}

const pairs = (points) => points.map((point) => point.join(",")).join(" ");

function element(kind, attributes, styles) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  for (const [name, value] of Object.entries(styles)) made.style.setProperty(name, value);
  return made;
}

const matrix = (plane, [x, y]) => `matrix(${plane.frame(x, y).join(" ")})`;

const SVG_SHAPES = {
  area: (shape, plane, colourOf) =>
    [element("polygon", { points: pairs(outline(plane, shape)) }, { fill: colourOf(shape.paint), "fill-opacity": shape.opacity ?? 1 })],
  stroke: (shape, plane, colourOf) => {
    const width = shape.width * plane.cell;
    const points = line(plane, shape.points);
    const styles = { fill: "none", stroke: colourOf(shape.paint), "stroke-width": width, "stroke-opacity": shape.opacity ?? 1,
      "stroke-linejoin": "round", "stroke-linecap": "round" };
    if (shape.dashed) styles["stroke-dasharray"] = DASH.map((part) => part * width).join(" ");
    // A solid line can draw itself: its length counts as one.
    const body = element("polyline", { points: pairs(points), pathLength: shape.dashed ? null : 1 }, styles);
    return shape.arrow ? [body, element("polygon", { points: pairs(head(points, width)) }, { fill: colourOf(shape.paint) })] : [body];
  },
  disc: (shape, plane, colourOf) => {
    const styles = shape.ring
      ? { fill: "none", stroke: colourOf(shape.paint), "stroke-width": shape.ring, "stroke-opacity": shape.opacity ?? 1 }
      : { fill: colourOf(shape.paint), "fill-opacity": shape.opacity ?? 1 };
    return [element("circle", { r: shape.radius, transform: matrix(plane, shape.centre) }, styles)];
  },
  label: (shape, plane, colourOf) => {
    const made = element("text", { transform: matrix(plane, shape.centre), "text-anchor": "middle", y: shape.height / 2 },
      { fill: colourOf(shape.paint), "font-size": `${shape.height / CAPITAL}px`, "font-weight": shape.bold ? 700 : 500 });
    made.textContent = shape.text;
    return [made];
  },
};

/** The triangle at the end of a line. */
function head(points, width) {
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [((x1 - x0) / length) * width * HEAD, ((y1 - y0) / length) * width * HEAD];
  return [[x1, y1], [x1 - ux - uy / 2, y1 - uy + ux / 2], [x1 - ux + uy / 2, y1 - uy - ux / 2]];
}

/** Draws the shapes on a canvas. */
export function toCanvas(context, shapes, plane, colourOf = onPaper) {
  for (const shape of shapes) {
    context.save();
    context.globalAlpha = shape.opacity ?? 1;
    context.fillStyle = context.strokeStyle = colourOf(shape.paint);
    CANVAS_SHAPES[shape.type](context, shape, plane);
    context.restore();
  }
}

function trace(context, points, closed) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (closed) context.closePath();
}

const CANVAS_SHAPES = {
  area(context, shape, plane) {
    trace(context, outline(plane, shape), true);
    context.fill();
  },
  stroke(context, shape, plane) {
    const points = line(plane, shape.points);
    context.lineWidth = shape.width * plane.cell;
    context.lineJoin = context.lineCap = "round";
    if (shape.dashed) context.setLineDash(DASH.map((part) => part * context.lineWidth));
    trace(context, points, false);
    context.stroke();
    if (!shape.arrow) return;
    trace(context, head(points, context.lineWidth), true);
    context.fill();
  },
  disc(context, shape, plane) {
    context.transform(...plane.frame(...shape.centre));
    context.beginPath();
    context.arc(0, 0, shape.radius, 0, 2 * Math.PI);
    context.lineWidth = shape.ring ?? 0;
    if (shape.ring) context.stroke();
    else context.fill();
  },
  label(context, shape, plane) {
    context.transform(...plane.frame(...shape.centre));
    // Type is set large and then made small: browsers round small sizes.
    context.scale(0.01, 0.01);
    context.font = `${shape.bold ? 700 : 500} ${Math.round((100 * shape.height) / CAPITAL)}px Figures, system-ui, sans-serif`;
    context.textAlign = "center";
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(shape.text);
    context.fillText(shape.text, 0, (above - below) / 2);
  },
};
