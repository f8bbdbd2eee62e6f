// Runs the library, so that the page stays alive whatever a script does.

interface Exports {
  memory: WebAssembly.Memory;
  request_buffer(length: number): number;
  call(): number;
  answer_buffer(): number;
}

let library: Promise<Exports>;

/**
 * The first message is the library; the answer to it is empty, and comes when requests can be answered. The worker answers
 * each later message, a request, or says why it cannot.
 */
self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Uint8Array>) => {
  if (data instanceof WebAssembly.Module) {
    library = WebAssembly.instantiate(data).then(({ exports }) => exports as unknown as Exports);
    await library.catch(() => undefined);
    self.postMessage('');
    return;
  }
  try {
    const answer = answerTo(data, await library);
    self.postMessage(answer, { transfer: [answer.buffer] });
  } catch (error) {
    self.postMessage(String(error));
  }
};

function answerTo(request: Uint8Array, { memory, request_buffer, call, answer_buffer }: Exports) {
  const at = request_buffer(request.length);
  new Uint8Array(memory.buffer, at, request.length).set(request);
  const length = call();
  return new Uint8Array(memory.buffer, answer_buffer(), length).slice();
}
