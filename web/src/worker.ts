// Runs the library, so that the page stays alive whatever a script does.

interface Exports {
  memory: WebAssembly.Memory;
  request_buffer(length: number): number;
  call(): number;
  answer_buffer(): number;
}

let library: Promise<Exports>;

/** The first message is the library; each later one is a request, which is answered. */
self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Uint8Array>) => {
  if (data instanceof WebAssembly.Module) {
    library = WebAssembly.instantiate(data).then(({ exports }) => exports as unknown as Exports);
    return;
  }
  const { memory, request_buffer, call, answer_buffer } = await library;
  const at = request_buffer(data.length);
  new Uint8Array(memory.buffer, at, data.length).set(data);
  const length = call();
  const answer = new Uint8Array(memory.buffer, answer_buffer(), length).slice();
  self.postMessage(answer, { transfer: [answer.buffer] });
};
