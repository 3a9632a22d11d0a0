// Plain JavaScript on purpose: it runs before any TypeScript, on Node versions that cannot read TypeScript.

/** Oldest Node that runs our .ts files as they are and that nock 15 and vitest 5 support. */
const OLDEST_MAJOR = 24;

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_MAJOR) {
  console.error(
    `Ridgepoint needs Node ${OLDEST_MAJOR} or newer; this is ${process.version}. ` +
      'The pinned Node 26 was not installed: run "npm ci" without --omit=optional on Linux or macOS (x64 or arm64), ' +
      'or install Node 26 from nodejs.org, then run the npm script again.',
  );
  process.exit(1);
}
