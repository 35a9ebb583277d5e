/**
 * Packs Python as the Python of a tab reads it fastest: compiled by that very Python.
 *
 *     node compile.mjs <the folder of Pyodide> <out.zip> <in.zip>…
 */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";

const [pyodide, target, ...sources] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(pyodide, "pyodide.mjs"));
const python = await loadPyodide();
for (const source of sources) {
  python.unpackArchive(new Uint8Array(readFileSync(source)), "zip", { extractDir: "/packed" });
}
python.runPython(`
import compileall, pathlib, py_compile, zipfile

folder = pathlib.Path("/packed")
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(folder, quiet=1, legacy=True, invalidation_mode=unchecked, stripdir="/packed")
with zipfile.ZipFile("/packed.zip", "w", zipfile.ZIP_DEFLATED) as packed:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if path.suffix != ".py":
            entry = zipfile.ZipInfo(str(path.relative_to(folder)))
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
`);
writeFileSync(target, python.FS.readFile("/packed.zip"));
