// What a user does in the workbench. Waits for what is to be seen, and presses Enter only once the wanted row has the
// focus; never sleeps.

import { lineOf } from "./kernels.mjs";

export class Workbench {
  constructor(page) {
    this.page = page;
    this.editor = page.locator(".part.editor .editor-instance").first();
    this.problems = page.locator(".markers-panel .monaco-list-row");
    this.picker = page.locator(".quick-input-widget");
  }

  /** Waits until it is there, and closes the side bar. */
  async start() {
    await this.page.locator(".explorer-folders-view").waitFor();
    await this.page.keyboard.press("Control+B");
    await this.page.locator(".explorer-folders-view").waitFor({ state: "hidden" });
  }

  async open(name) {
    await this.page.keyboard.press("Control+P");
    await this.pick(name, name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
    await this.editor.locator(".view-line").first().waitFor();
  }

  /** Runs a command of the palette by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.pick(`>${title}`, title);
  }

  /** Writes into the open picker and takes the row with a text. */
  async pick(written, row) {
    await this.picker.locator("input.input").first().fill(written);
    await this.picker.locator(".monaco-list-row.focused", { hasText: row }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** Opens the list of problems. */
  async showProblems() {
    await this.page.locator(".part.panel").or(this.page.locator(".part.editor")).first().waitFor();
    if (!(await this.page.locator(".markers-panel").isVisible())) {
      await this.page.keyboard.press("Control+Shift+M");
    }
    await this.page.locator(".markers-panel").waitFor();
  }

  /** A line of the editor that has a text. */
  line(part) {
    return this.editor.locator(".view-line", { hasText: part }).first();
  }

  /** Puts the cursor into the first line of the open text that has a part. */
  async goTo(open, part) {
    await this.line(part).click({ position: { x: 40, y: 8 } });
    await this.cursorIn(lineOf(open, part));
  }

  /** Waits until the cursor is in a line, from 1. */
  async cursorIn(line) {
    await this.editor.locator(".active-line-number").getByText(String(line), { exact: true }).waitFor();
  }

  /** Opens the menu of fixes at the cursor. */
  async openFixes(title) {
    await this.page.keyboard.press("Control+.");
    await this.page.locator(".action-widget .monaco-list-row.focused", { hasText: title }).waitFor();
  }

  squiggles(severity) {
    return this.editor.locator(`.squiggly-${severity}`);
  }

  /** The frame of the webview that is open. */
  webview() {
    return this.page.frameLocator("iframe.webview").frameLocator("iframe");
  }

  /** The text of a log, once it has a part. */
  async output(channel, part) {
    await this.command("Output: Show Output Channels");
    await this.picker.locator('input[placeholder="Select Output Channel"]').waitFor();
    await this.pick(channel, channel);
    await this.page.locator(".part.panel .view-lines", { hasText: part }).first().waitFor();
  }
}
