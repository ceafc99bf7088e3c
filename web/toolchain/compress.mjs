// compress.mjs SOURCE TARGET: SOURCE in brotli at its best quality, which Python's standard library does not have.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const [source, target] = process.argv.slice(2);
const data = readFileSync(source);
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: data.length
};
writeFileSync(target, brotliCompressSync(data, { params }));
