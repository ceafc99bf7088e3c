// What is dropped on the page or pasted into it: pictures are read, texts and files of puzzles are imported.

const PICTURE = /^image\//;
const PICTURE_NAME = /\.(jpe?g|png|webp|heic|heif|avif|gif|bmp|tiff?)$/i;

/** A picture by its type or, where the system knows none, by its name. */
export const isPicture = ({ type, name = "" }) => (type ? PICTURE.test(type) : PICTURE_NAME.test(name));

/** `takePicture` and `takeFile` hear of files, `takeText` of pasted text. */
export function installIntake({ takePicture, takeFile, takeText }) {
  const take = (file) => (isPicture(file) ? takePicture(file) : takeFile(file));
  const dropping = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragover", (event) => { event.preventDefault(); dropping(true); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) dropping(false); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    dropping(false);
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (file) take(file);
    else if (text.trim()) takeText(text);
  });
  addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text/plain");
    if (file) take(file);
    else if (text.trim() && !event.target.closest?.("input, textarea")) takeText(text);
  });
}
