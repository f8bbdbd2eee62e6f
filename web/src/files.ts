// Files: scripts that are opened, and all that is saved.

import { byId } from 'virtual:replay';
import { SCRIPT_CHARACTERS_MAX } from './editor';
import { notice } from './notice';
import { picture } from './picture';
import { say } from './text';

export interface Files {
  /** Puts a script in place of the one in the editor, and says what it is. */
  open(script: string, what: string): void;
  /** The script in the editor. */
  script(): string;
  /** The replay page of the script. */
  page(): Promise<string>;
  onError(error: unknown): void;
}

/** A script from a file: chosen, or dropped anywhere but where outputs and tests belong; and what can be saved. */
export function bindFiles({ open, script, page, onError }: Files) {
  const input = byId('file-input') as HTMLInputElement;
  const openFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > SCRIPT_CHARACTERS_MAX) return notice(say('script-too-long', { millions: SCRIPT_CHARACTERS_MAX >> 20 }));
    try {
      open(await file.text(), say('this-file', { name: file.name }));
    } catch {
      notice(say('cannot-be-read', { file: file.name }));
    }
  };
  byId('open-file').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    void openFile(input.files?.[0]);
    input.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (!(event.target as Element).closest('#own, #panel-tests')) void openFile(event.dataTransfer?.files[0]);
  });

  const saveScript = () => save(script(), 'game.in', 'text/plain');
  byId('save-script').addEventListener('click', saveScript);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    saveScript();
  });
  byId('save-picture').addEventListener('click', () => {
    picture(document.querySelector('#board') as SVGSVGElement).then((png) => save(png, 'board.png', 'image/png'), onError);
  });
  byId('save-page').addEventListener('click', () => {
    page().then((text) => save(text, 'game.html', 'text/html'), onError);
  });
}

function save(content: BlobPart, name: string, type: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
