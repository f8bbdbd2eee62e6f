// Modules that the build makes of files that are not modules.

declare module 'virtual:engine' {
  /** The library for WebAssembly: gzip in base64. */
  const engine: string;
  export default engine;
}

declare module 'virtual:replay' {
  export type Seat = 'all' | 'A' | 'B';
  export interface Replay {
    ending: string;
    /** The line that was refused. */
    failed?: number;
    /** The step that a page opens on. */
    opening: number;
    steps: { lines: [number, number] }[];
  }
  /** What shows the lines of a step. */
  export interface LineMarker {
    mark(lines: [number, number], seat: Seat): void;
  }
  /** The controls of the replay page. */
  export class Page {
    constructor(options: { root: HTMLElement; onDraw?: () => void });
    number: number;
    open(replay: Replay, script: LineMarker, step?: number): void;
    go(number: number): void;
  }
  export function byId(id: string): HTMLElement;
  export function html(name: string, className: string, ...children: (Node | string)[]): HTMLElement;
  export function visible(text: string): Iterable<Node | string>;
}
