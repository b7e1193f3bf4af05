// A private VS Code for tests: its server on a free port, a workspace of its own, and Chromium to show it.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

/** What scripts/setup-vscode.sh has installed: the server, and the Node that runs it. */
const SERVER = path.join(required("VSCODE"), "server", "out", "server-main.js");
const NODE = path.join(required("VSCODE"), "node");

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "editor.autoClosingBrackets": "never",
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
};
const CHROMIUM_OPTIONS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const PATIENCE = 40_000;

export function required(name) {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set; run these tests with: make test-editors`);
  }
  return value;
}

/**
 * Starts VS Code. `files` are names and texts of the workspace, `settings` those of the user on top of the usual ones,
 * `vsix` is installed before the start, and `environment` is added to that of the extension host.
 */
export async function startVSCode({ vsix, files = {}, settings = {}, environment = {}, viewport } = {}) {
  // A short path: there are limits for the sockets below it.
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "vsc-"));
  const workspace = path.join(scratch, "ws");
  const data = path.join(scratch, "d");
  write(workspace, files);
  // In a remote window those of scope machine are read from Machine, and trust from User.
  for (const place of ["User", "Machine"]) {
    write(path.join(data, place), { "settings.json": JSON.stringify({ ...SETTINGS, ...settings }) });
  }
  const env = { PATH: process.env.PATH, HOME: scratch, LANG: "C.UTF-8", EXTENSIONS_GALLERY: "{}", ...environment };
  const options = [
    "--server-data-dir", path.join(scratch, "s"), "--user-data-dir", data, "--extensions-dir", path.join(scratch, "x"),
    "--accept-server-license-terms", "--telemetry-level", "off",
  ];
  if (vsix !== undefined) {
    install(path.resolve(vsix), options, env);
  }
  const server = await serve(options, env);
  const browser = await chromium.launch({ executablePath: chromiumPath(), headless: true, args: CHROMIUM_OPTIONS });
  const context = await browser.newContext({ viewport: viewport ?? { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  // Files of webviews have addresses of their own, which a service worker of the workbench answers.
  const ours = /^127\.0\.0\.1$|\.vscode-resource\.vscode-cdn\.net$/;
  const outside = new Set();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^http/.test(url.protocol) && !ours.test(url.hostname)) {
      outside.add(url.origin);
    }
  });
  return {
    page,
    port: server.port,
    workspace,
    /** Origins other than this machine that the page asked. */
    outside,
    url(payload) {
      const shown = payload === undefined ? "" : `&payload=${encodeURIComponent(JSON.stringify(payload))}`;
      return `http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(workspace)}${shown}`;
    },
    async stop() {
      await browser.close();
      await server.stop();
      fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
    },
    /** Prints what helps to see why a test failed, with a screenshot beside the VSIX. */
    async report(name) {
      const shot = path.join(path.dirname(required("VSIX")), `${name}.png`);
      await page.screenshot({ path: shot }).catch(() => undefined);
      const items = page.locator(".statusbar-item, .notification-list-item-message");
      const texts = await items.allInnerTexts().catch((error) => [String(error)]);
      console.log(`screenshot: ${shot}\nstatus bar and notifications: ${JSON.stringify(texts.filter(Boolean))}`);
      console.log(`server: ${server.log().slice(-1500)}`);
      const logs = path.join(data, "logs");
      for (const file of fs.existsSync(logs) ? fs.readdirSync(logs, { recursive: true }) : []) {
        if (file.endsWith(".log")) {
          console.log(`--- ${file}\n${fs.readFileSync(path.join(logs, file), "utf8").slice(-3000)}`);
        }
      }
    },
  };
}

/**
 * Runs a module of tests in the extension host, with one more extension, from a folder. The module exports `run`.
 * Resolves to the exit status: 0 where all tests passed.
 */
export async function runInHost(vscode, extension, tests) {
  const remote = (place) => `vscode-remote://127.0.0.1:${vscode.port}${path.resolve(place)}`;
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  await vscode.page.exposeFunction("codeAutomationLog", (_type, args) => console.log(...args));
  await vscode.page.exposeFunction("codeAutomationExit", (status) => end(status));
  await vscode.page.goto(vscode.url([
    ["extensionDevelopmentPath", remote(extension)],
    ["extensionTestsPath", remote(tests)],
    ["skipWelcome", "true"],
  ]));
  return ended;
}

function chromiumPath() {
  const found = spawnSync("sh", ["-c", "command -v chromium || command -v chromium-browser"], { encoding: "utf8" });
  if (found.status !== 0) {
    throw new Error("chromium is not on the PATH; Debian has it: apt-get install chromium");
  }
  return found.stdout.trim();
}

function write(folder, files) {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

function install(vsix, options, env) {
  const done = spawnSync(NODE, [SERVER, ...options, "--install-extension", vsix], { env, encoding: "utf8" });
  if (done.status !== 0 || !/successfully installed/.test(done.stdout)) {
    throw new Error(`${vsix} cannot be installed\n${done.stdout}${done.stderr}`);
  }
}

async function serve(options, env) {
  const child = spawn(
    NODE,
    [SERVER, ...options, "--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--enable-smoke-test-driver"],
    { env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  let log = "";
  const port = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server of VS Code is not up\n${log}`)), PATIENCE);
    const read = (data) => {
      log += data;
      const match = /listening on (\d+)/.exec(log);
      if (match !== null) {
        clearTimeout(timer);
        resolve(Number(match[1]));
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (status) => reject(new Error(`the server of VS Code ended with ${status}\n${log}`)));
  });
  return {
    port,
    log: () => log,
    /** Ends the whole group: the server, the extension host, the language server and file watchers. */
    async stop() {
      signal(child.pid, "SIGTERM");
      for (let i = 0; i < 100 && signal(child.pid, 0); i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      signal(child.pid, "SIGKILL");
    },
  };
}

/** Whether the process group was there to get the signal. */
function signal(pid, name) {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}
