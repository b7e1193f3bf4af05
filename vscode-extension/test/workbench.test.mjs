// The extension as a user sees it: the VSIX installed in a real workbench, in Chromium. With SHOTS=FOLDER in the
// environment the pictures of the README are taken on the way.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { lineOf, TOO_LARGE } from "./kernels.mjs";
import { required, startVSCode } from "./vscode.mjs";
import { Workbench } from "./workbench.mjs";

const SAMPLE = fs.readFileSync(path.join(import.meta.dirname, "..", "walkthrough", "sample_kernel.py"), "utf8");
const SHOTS = process.env.SHOTS;
const WIDTH = 1200;
const HEIGHT = 840;

/** Room for the whole kernel, and little beside it. */
const LOOK = {
  "breadcrumbs.enabled": false,
  "editor.fontSize": 13,
  "editor.occurrencesHighlight": "off",
  "editor.scrollBeyondLastLine": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.layoutControl.enabled": false,
};

test("a kernel in the workbench", { timeout: 480_000 }, async (t) => {
  const vscode = await startVSCode({
    vsix: required("VSIX"),
    files: { "kernel.py": SAMPLE, "too_large.py": TOO_LARGE },
    settings: LOOK,
    viewport: { width: WIDTH, height: HEIGHT },
  });
  const { page } = vscode;
  const workbench = new Workbench(page);
  let failed = false;
  let fixed = SAMPLE;

  /** A step; once one fails, the others have nothing to stand on. */
  const step = (name, run) =>
    t.test(name, { skip: failed }, async () => {
      try {
        await run();
      } catch (error) {
        failed = true;
        await vscode.report("workbench-failure");
        throw error;
      }
    });
  /** Takes a picture of the uppermost lines (pixels), or of all. */
  const shot = async (name, height = HEIGHT) => {
    if (SHOTS !== undefined) {
      await page.screenshot({ path: path.join(SHOTS, `${name}.png`), clip: { x: 0, y: 0, width: WIDTH, height } });
    }
  };

  try {
    await page.goto(vscode.url());

    await step("marks what is wrong, and lists it", async () => {
      await workbench.start();
      await workbench.open("kernel.py");
      await workbench.squiggles("error").first().waitFor();
      await workbench.showProblems();
      await workbench.problems.filter({ hasText: "ASC501" }).nth(1).waitFor();
      const rows = (await workbench.problems.allInnerTexts()).join("\n");
      assert.match(rows, /muls on V reads 'x_in'[\s\S]*pyasc-lint\nASC501\n\[Ln 22, Col 5\]\n.*\n\[Ln 21, Col 5\]/);
      await workbench.problems.filter({ hasText: "x_in" }).click();
      await workbench.cursorIn(22);
      await shot("problems", 760);
    });

    await step("shows sizes behind allocations and lenses above kernels", async () => {
      await workbench.editor.locator(".codelens-decoration", { hasText: "UB" }).first().waitFor();
      await workbench.line("doubled = ub.alloc").filter({ hasText: /65,536/ }).waitFor();
    });

    await step("fixes a finding from the light bulb", async () => {
      await workbench.goTo(SAMPLE, "asc.muls(doubled");
      await workbench.openFixes("MTE2_V");
      await shot("quick-fix", 760);
      await page.keyboard.press("Enter");
      await workbench.line("asc.wait_flag(asc.HardEvent.MTE2_V, 0)").waitFor();
      await workbench.problems.filter({ hasText: "x_in" }).waitFor({ state: "hidden" });
      assert.equal(await workbench.problems.filter({ hasText: "ASC501" }).count(), 1);
    });

    await step("fixes the rest with one command", async () => {
      await workbench.command("pyasc-lint: Fix All");
      await workbench.line("asc.wait_flag(asc.HardEvent.V_MTE3, 0)").waitFor();
      await page.locator(".markers-panel", { hasText: "No problems" }).waitFor();
      await workbench.squiggles("error").first().waitFor({ state: "detached" });
      await page.keyboard.press("Control+s");
      await page.locator(".tab.dirty").waitFor({ state: "detached" });
      fixed = fs.readFileSync(path.join(vscode.workspace, "kernel.py"), "utf8");
      assert.equal(fixed.split("\n").length, SAMPLE.split("\n").length + 4);
      await page.keyboard.press("Control+j"); // the panel makes room
    });

    await step("shows the memory map, which follows the cursor and leads to allocations", async () => {
      await workbench.editor.locator(".codelens-decoration a", { hasText: "UB" }).first().click();
      const map = workbench.webview();
      await map.locator("tr[data-line]").first().waitFor();
      assert.equal(await map.locator("tr[data-line]").count(), 3);
      await map.locator(".tensor", { hasText: "y_out" }).first().click();
      await workbench.cursorIn(lineOf(fixed, "y_out = ub.alloc"));
      await map.locator("tr[data-line]", { hasText: "x_in" }).click();
      await workbench.cursorIn(lineOf(fixed, "x_in = ub.alloc"));
      await workbench.goTo(fixed, "doubled = ub.alloc");
      await map.locator("tr.marked", { hasText: "doubled" }).waitFor();
      assert.equal(await map.locator("tr.marked").count(), 1);
      await shot("memory-map", 600);
      await page.locator(".tab", { hasText: "Memory Map" }).click({ button: "middle" });
    });

    await step("previews the Ascend C, and follows the source", async () => {
      await workbench.goTo(fixed, "TILE = 8192");
      await workbench.command("pyasc-lint: Preview Ascend C");
      await page.locator(".tab", { hasText: "scale_and_shift.cpp" }).waitFor();
      const preview = page.locator(".part.editor .editor-instance").nth(1);
      await preview.locator(".view-line", { hasText: "8192" }).first().waitFor();
      // More than one colour: it is C++ for the editor.
      await preview.locator(".view-line", { hasText: "constexpr" }).locator("span > span").nth(1).waitFor();
      await shot("emit-preview", 640);
      await workbench.goTo(fixed, "TILE = 8192");
      await page.keyboard.press("End");
      await page.keyboard.press("Control+Backspace");
      await page.keyboard.insertText("4096");
      await preview.locator(".view-line", { hasText: "4096" }).first().waitFor();
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await workbench.line("TILE = 8192").waitFor();
      await page.locator(".tab", { hasText: "scale_and_shift.cpp" }).click({ button: "middle" });
    });

    await step("checks for another chip", async () => {
      await workbench.open("too_large.py");
      await workbench.squiggles("error").first().waitFor();
      await workbench.command("pyasc-lint: Select Chip");
      await workbench.pick("Ascend950PR_9599", "Ascend950PR_9599");
      await workbench.squiggles("error").first().waitFor({ state: "detached" });
      await page.locator("#status\\.languageStatus").click();
      await page.locator(".hover-language-status", { hasText: "Ascend950PR_9599" }).waitFor();
      await page.keyboard.press("Escape");
      await workbench.command("pyasc-lint: Select Chip");
      await workbench.pick("As the settings say", "As the settings say");
      await workbench.squiggles("error").first().waitFor();
    });

    await step("recovers from broken syntax", async () => {
      await workbench.goTo(TOO_LARGE, "TILE = 28");
      await page.keyboard.press("End");
      await page.keyboard.insertText(" * (");
      await workbench.showProblems();
      await workbench.problems.filter({ hasText: /syntax/i }).waitFor();
      await workbench.goTo(TOO_LARGE, "TILE = 28");
      await page.keyboard.press("End");
      await page.keyboard.insertText("1)");
      await workbench.problems.filter({ hasText: "ASC101" }).waitFor();
      assert.equal(await workbench.problems.filter({ hasText: /syntax/i }).count(), 0);
    });

    await step("restarts the server", async () => {
      await workbench.command("pyasc-lint: Restart Server");
      await workbench.output("pyasc-lint", "starting the server: on request");
      await workbench.showProblems();
      await workbench.problems.filter({ hasText: "ASC101" }).waitFor();
      await workbench.goTo(TOO_LARGE, "TILE = 28");
      await page.keyboard.press("End");
      await page.keyboard.insertText(" // 8");
      await page.locator(".markers-panel", { hasText: "No problems" }).waitFor();
    });

    await step("walks a newcomer through a sample", async () => {
      await workbench.command("Welcome: Open Walkthrough...");
      await workbench.pick("Check your first kernel", "Check your first kernel");
      const tour = page.locator(".gettingStartedContainer");
      await tour.getByText("Open a sample kernel").first().click();
      await tour.getByRole("button", { name: "Open Sample Kernel" }).click();
      await workbench.squiggles("error").nth(1).waitFor();
      await workbench.editor.locator(".codelens-decoration", { hasText: "UB" }).first().waitFor();
    });

    await step("asks nothing outside this machine", async () => {
      assert.deepEqual([...vscode.outside], []);
    });
  } finally {
    await vscode.stop();
  }
});
