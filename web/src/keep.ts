// What outlives a reload, a closed tab, and a tab that the browser discards.

/** The scripts of lessons that are no longer as they were at first, by their numbers. */
export type LessonScripts = [number: number, script: string][];

/** The work in a tab. */
export interface Work {
  script: string;
  /** The output of another program. */
  own: string;
  /** The number of the open lesson. */
  lesson?: number;
  lessons?: LessonScripts;
  /** The step that the board shows. */
  step?: number;
  /** The game against the program. */
  game?: unknown;
  /** Whether the game is on the screen. */
  isPlaying: boolean;
}

const WORK = 'admiralty-work';

/** The work of this tab; or else that of the tab that was open last. */
export function keptWork(): { work: Work; isOfThisTab: boolean } | undefined {
  const [own, last] = [read(() => sessionStorage, WORK), read(() => localStorage, WORK)];
  const text = own ?? last;
  if (text === undefined) return undefined;
  try {
    return { work: JSON.parse(text) as Work, isOfThisTab: own !== undefined };
  } catch {
    return undefined;
  }
}

/** Keeps the work; returns whether the browser has room for it. */
export function keepWork(work: Work): boolean {
  const text = JSON.stringify(work);
  // A tab that is duplicated or restored has its own; a new one begins with the last one.
  write(() => localStorage, WORK, text);
  return write(() => sessionStorage, WORK, text);
}

/** What a choice was, in any tab. */
export function remembered<T>(name: string): T | undefined {
  const text = read(() => localStorage, `admiralty-${name}`);
  try {
    return text === undefined ? undefined : JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

export function remember(name: string, choice: unknown) {
  write(() => localStorage, `admiralty-${name}`, JSON.stringify(choice));
}

// A browser may refuse to store anything for a page from disk; then even asking for the store fails.
function read(store: () => Storage, name: string): string | undefined {
  try {
    return store().getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(store: () => Storage, name: string, text: string): boolean {
  try {
    store().setItem(name, text);
    return true;
  } catch {
    // What is there is older than what is lost.
    try {
      store().removeItem(name);
    } catch {
      // There is no store.
    }
    return false;
  }
}
