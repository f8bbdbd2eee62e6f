// @ts-check
// Browsers by WebDriver: Chromium and WebKitGTK over HTTP, as their drivers speak it, and Firefox over the socket
// that its driver would use.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';

/** @typedef {(command: keyof typeof COMMANDS, body?: Record<string, unknown>) => Promise<any>} Send */
/** @typedef {{send: Send, end: () => Promise<void>}} Session */
/** @typedef {{width: number, height: number}} Size */

/** The browser of WebKitGTK, which is below a directory that is named after the machine. */
const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
/** How long a browser may take for anything, in milliseconds. */
const PATIENCE = 60_000;
/** Keys by their names. @type {Record<string, string>} */
const KEYS = { Control: '\uE009', End: '\uE010', Enter: '\uE007' };
/** By what an answer names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** What a driver can be asked for: its path, and its name in Firefox. */
const COMMANDS = /** @type {const} */ ({
  open: ['url', 'WebDriver:Navigate'],
  reload: ['refresh', 'WebDriver:Refresh'],
  run: ['execute/sync', 'WebDriver:ExecuteScript'],
  find: ['element', 'WebDriver:FindElement'],
  click: ['element/:id/click', 'WebDriver:ElementClick'],
  type: ['element/:id/value', 'WebDriver:ElementSendKeys'],
  act: ['actions', 'WebDriver:PerformActions'],
  resize: ['window/rect', 'WebDriver:SetWindowRect'],
  enter: ['frame', 'WebDriver:SwitchToFrame'],
});

/** The browsers: what each needs, and how it begins. */
export const BROWSERS = {
  chromium: { needs: ['/usr/bin/chromium', '/usr/bin/chromedriver'], begin: beginChromium },
  firefox: { needs: ['/usr/bin/firefox-esr'], begin: beginFirefox },
  webkit: { needs: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', MINI_BROWSER], begin: beginWebKit },
};

/** A window of a browser. */
export class Window {
  /** @param {Session} session */
  constructor({ send, end }) {
    this.send = send;
    this.end = end;
  }

  /** Opens a browser that knows nothing yet. @param {keyof typeof BROWSERS} name @param {Size} size */
  static async open(name, size) {
    const window = new Window(await BROWSERS[name].begin());
    await window.send('resize', { ...size });
    // Frames of windows are not part of the page.
    const [width, height] = await window.run(() => [innerWidth, innerHeight]);
    await window.send('resize', { width: 2 * size.width - width, height: 2 * size.height - height });
    return window;
  }

  /**
   * Runs a function in the page.
   * @template T
   * @param {(...args: any[]) => T} script
   * @param {unknown[]} args
   * @returns {Promise<T>}
   */
  run(script, ...args) {
    return this.send('run', { script: `return (${script})(...arguments)`, args });
  }

  /** Waits until a function in the page returns something. @param {(...args: any[]) => unknown} script @param {unknown[]} args */
  async until(script, ...args) {
    for (let waited = 0; !await this.run(script, ...args); waited += 50) {
      if (waited > PATIENCE) throw new Error(`never: ${script} of ${args}`);
      await rest(50);
    }
  }

  /** Waits for an element. @param {string} selector */
  async seen(selector) {
    await this.until((/** @type {string} */ wanted) => document.querySelector(wanted), selector);
  }

  /** @param {string} selector @returns {Promise<string>} */
  async find(selector) {
    return (await this.send('find', { using: 'css selector', value: selector }))[ELEMENT];
  }

  /** @param {string} selector */
  async click(selector) {
    await this.send('click', { element: await this.find(selector) });
  }

  /** Presses keys one after the other; `Control+End` is one of them. @param {string[]} keys */
  async keys(keys) {
    const actions = keys.flatMap((key) => {
      const pressed = key.length > 1 ? key.split('+').map((name) => KEYS[name] ?? name) : [key];
      return [...pressed.map((value) => ({ type: 'keyDown', value })), ...pressed.toReversed().map((value) => ({ type: 'keyUp', value }))];
    });
    await this.send('act', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Types into an element; a file field takes paths. @param {string} selector @param {string} text */
  async type(selector, text) {
    await this.send('type', { element: await this.find(selector), text });
  }

  /** Goes into a frame, if there is one. @param {string} selector */
  async enter(selector) {
    if (await this.run((/** @type {string} */ wanted) => document.querySelector(wanted) !== null, selector)) {
      await this.send('enter', { id: { [ELEMENT]: await this.find(selector) } });
    }
  }

  /** Goes out of all frames. */
  async leave() {
    await this.send('enter', { id: null });
  }

  /** Presses a place of the window. @param {number} x @param {number} y */
  async press(x, y) {
    const move = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' };
    const actions = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.send('act', { actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }] });
  }

  /** @param {string} selector @returns {Promise<string>} */
  text(selector) {
    return this.run((/** @type {string} */ wanted) => document.querySelector(wanted)?.textContent ?? '', selector);
  }
}

/** Whether a browser is installed. @param {keyof typeof BROWSERS} name */
export function isInstalled(name) {
  return BROWSERS[name].needs.every((path) => existsSync(path));
}

/** A port that nothing uses. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? address?.port ?? 0 : 0;
}

/** Starts a program in a group of its own, which ends with it. @param {string[]} command @param {Record<string, string>} [more] */
function start([program, ...args], more = {}) {
  const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...more } });
  return () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
}

/**
 * Begins a session with a driver that listens at a port.
 * @param {string[]} command
 * @param {number} port
 * @param {Record<string, unknown>} capabilities
 * @returns {Promise<Session>}
 */
async function overHttp(command, port, capabilities) {
  const stop = start(command, { LANG: 'C.UTF-8' });
  /** @param {string} path @param {unknown} body */
  const post = async (path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE) });
    const { value } = /** @type {any} */ (await answer.json());
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const begin = async () => {
    for (let waited = 0; ; waited += 100) {
      try {
        return await post('session', { capabilities: { alwaysMatch: capabilities } });
      } catch (error) {
        if (waited > PATIENCE || !(error instanceof TypeError)) throw error;
        await rest(100);
      }
    }
  };
  try {
    const { sessionId } = await begin();
    return {
      send: (name, { element = '', ...body } = {}) => post(`session/${sessionId}/${COMMANDS[name][0].replace(':id', String(element))}`, body),
      end: async () => {
        await fetch(`http://127.0.0.1:${port}/session/${sessionId}`, { method: 'DELETE' }).catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function beginChromium() {
  const port = await freePort();
  const options = { binary: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--lang=en'] };
  return overHttp(['/usr/bin/chromedriver', `--port=${port}`], port, { browserName: 'chrome', 'goog:chromeOptions': options });
}

async function beginWebKit() {
  const port = await freePort();
  const options = { binary: MINI_BROWSER, args: ['--automation'] };
  return overHttp(['/usr/bin/xvfb-run', '-a', '-s', '-screen 0 2000x1400x24', '/usr/bin/WebKitWebDriver', `--port=${port}`], port, { 'webkitgtk:browserOptions': options });
}

/** @returns {Promise<Session>} */
async function beginFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'admiralty-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\nuser_pref("intl.locale.requested", "en-US");\n');
  const stop = start(['/usr/bin/firefox-esr', '--headless', '--marionette', '--no-remote', '--profile', profile]);
  const end = async () => {
    stop();
    await rest(200);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const portFile = join(profile, 'MarionetteActivePort');
  const port = () => (existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0);
  for (let waited = 0; port() === 0; waited += 100) {
    if (waited > PATIENCE) {
      await end();
      throw new Error('Firefox does not listen');
    }
    await rest(100);
  }
  const socket = connect(port(), '127.0.0.1');
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const open = new Map();
  let received = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = Buffer.concat([received, Buffer.from(data)]);
    for (;;) {
      // A message has its length, a colon, and JSON.
      const colon = received.indexOf(':');
      const finish = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || received.length < finish) return;
      const message = JSON.parse(received.subarray(colon + 1, finish).toString());
      received = received.subarray(finish);
      if (!Array.isArray(message)) continue;
      const [, number, error, value] = message;
      if (error) open.get(number)?.reject(new Error(`${error.error}: ${error.message}`));
      else open.get(number)?.resolve(value);
      open.delete(number);
    }
  });
  let last = 0;
  /** @param {string} name @param {unknown} body */
  const ask = (name, body) => new Promise((resolve, reject) => {
    last += 1;
    open.set(last, { resolve, reject });
    const text = JSON.stringify([0, last, name, body]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  await ask('WebDriver:NewSession', {});
  return {
    send: async (name, body = {}) => {
      const { element, ...more } = body;
      // Firefox names the element of a command, and the frame to go into, in its own way.
      const frame = name === 'enter' ? { id: undefined, element: /** @type {any} */ (more.id)?.[ELEMENT] } : {};
      const answer = await ask(COMMANDS[name][1], { ...more, ...element !== undefined && { id: element }, ...frame });
      return answer && 'value' in answer ? answer.value : answer;
    },
    end: async () => {
      socket.destroy();
      await end();
    },
  };
}
