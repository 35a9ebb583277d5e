/** Knows how Python is started with the service in it, in the worker of a tab as in the tests. */

/**
 * Start Python with the packed service, which may still be on its way; the answer is the function that answers requests.
 *
 * @param {() => Promise<any>} loadPyodide @param {Uint8Array | Promise<Uint8Array>} packed
 */
export async function boot(loadPyodide, packed) {
  const python = await loadPyodide();
  python.unpackArchive(await packed, "wheel");
  const tab = python.pyimport("tab");
  /** @type {(asked: Asked) => {status: number, headers: [string, string][], body: Uint8Array}} */
  return ({ method, path, headers, body }) => {
    const given = tab.answer(method, path, python.toPy(headers), python.toPy(body).tobytes());
    const [status, told, content] = given.toJs();
    given.destroy();
    return { status, headers: told, body: content };
  };
}

/**
 * @typedef {{method: string, path: string, headers: Record<string, string>, body: Uint8Array}} Asked
 */
