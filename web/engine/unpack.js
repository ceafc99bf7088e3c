// Archives unpacked into Python's file system without Python, whose own zip module would slow every start.

const END = 0x06054b50; // The signature of a zip's last record, which our archives end with: they have no comment.
const END_BYTES = 22;
const ENTRY_BYTES = 46; // Of an entry in the list of contents, without its name.
const HEADER_BYTES = 30; // Of the header before a file, without its name.
const STORED = 0;

/** Writes all files of a zip below a folder; those that are stored as they are stay where they came in memory. */
export async function unpack(files, archive, folder) {
  const made = new Set();
  for (const { name, content } of await Promise.all(entries(archive).map(read))) {
    const place = `${folder}/${name}`;
    const parent = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(parent)) files.mkdirTree(parent);
    made.add(parent);
    files.writeFile(place, content, { canOwn: true });
  }
}

/** The names, methods and bytes of the files in a zip. */
function entries(archive) {
  const view = new DataView(archive);
  const end = view.byteLength - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("a damaged archive");
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const header = view.getUint32(at + 42, true);
    const start = header + HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(archive, at + ENTRY_BYTES, length));
    found.push({ name, method: view.getUint16(at + 10, true), packed: new Uint8Array(archive, start, view.getUint32(at + 20, true)) });
    at += ENTRY_BYTES + length + extra + comment;
  }
  return found;
}

async function read({ name, method, packed }) {
  if (method === STORED) return { name, content: packed };
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { name, content: new Uint8Array(await new Response(stream).arrayBuffer()) };
}
