// Modules that the build makes of files that are not modules.

declare module '*.in?raw' {
  const script: string;
  export default script;
}

declare module 'virtual:replay' {
  export type Seat = 'all' | 'A' | 'B';
  export interface Replay {
    ending: string;
    /** The line that was refused. */
    failed?: number;
    /** The step that a page opens on. */
    opening: number;
    steps: Step[];
  }
  export interface Step {
    lines: [number, number];
    player?: 'A' | 'B';
  }
  /** The board at a step. */
  export interface State {
    board: { rules: string; rows: number; columns: number };
    labels: { player: string; class: string; index: number }[];
    /** The number of the ship on each field, from 1. */
    shipAt: Uint16Array;
    field(y: number, x: number): number;
    /** The fields of a ship, from its head. */
    segments(ship: number): number[][];
    /** The printed character that a seat sees on a field. */
    glyph(field: number, seat: Seat): string;
  }
  /** Shows the lines of a step. */
  export interface LineMarker {
    mark(lines: [number, number], seat: Seat): void;
  }
  /** The controls of the replay page. */
  export class Page {
    constructor(options: { root: HTMLElement; onDraw?: () => void });
    number: number;
    seat: Seat;
    timeline: { state: State };
    open(replay: Replay, script: LineMarker, step?: number, seat?: Seat): void;
    go(number: number): void;
    sit(seat: Seat): void;
    /** Tells the style how large the board is. */
    fit(): void;
    /** The effects of a step, as far as the seat knows them. */
    textOf(step: Step): string;
  }
  export function byId(id: string): HTMLElement;
  /** The chances of the fields of a rectangle, in percent. */
  export function drawChances(rect: number[], heat: number[]): Element;
  /** A hull: its head, and its direction from 0, north. */
  export function drawHull(at: number[], length: number, name: string): Element;
  export function svg(name: string, attributes?: Record<string, string | number>, ...children: (Element | string)[]): Element;
  export function html(name: string, className: string, ...children: (Node | string)[]): HTMLElement;
  export function visible(text: string): Iterable<Node | string>;
}

declare module 'virtual:locales' {
  /** The texts in Fluent's format, by the codes of their languages. */
  const sources: Record<string, string>;
  export default sources;
}
