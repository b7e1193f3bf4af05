// Loaded by the extension host. `run` reports with Mocha, and what it prints reaches the page that runs the tests.
const path = require("node:path");

/** The suites are named in the environment, comma-separated. */
exports.run = async () => {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, color: false, reporter: "spec", forbidOnly: true, forbidPending: true });
  for (const suite of process.env.SUITES.split(",")) {
    mocha.addFile(path.join(__dirname, `${suite}.cjs`));
  }
  const failures = await new Promise((resolve) => mocha.run(resolve));
  if (failures > 0) {
    throw new Error(`${failures} failed`);
  }
};
