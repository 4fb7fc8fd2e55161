/**
 * `npm start`: installs what is missing, builds what changed, then runs the server until it is stopped. The server
 * itself migrates, seeds and prints its address.
 */
import { constants } from 'node:os'
import { buildIfChanged } from '../build/build.mjs'
import { ensureInstalled, startOwnNode } from './install.mjs'

/** Runs the server as this process: passes its signals on and ends with its exit code. */
function runServer() {
  const server = startOwnNode(['server/main.ts', ...process.argv.slice(2)], {
    NODE_ENV: process.env.NODE_ENV ?? 'production',
  })
  let lastSignal = 0

  function passOn(signal) {
    // npm repeats what the terminal already sent to every process of the group; once is enough.
    if (Date.now() - lastSignal < 1_000) return
    lastSignal = Date.now()
    const alreadyThere = signal === 'SIGINT' && process.stdin.isTTY
    if (!alreadyThere) server.kill(signal)
    else setTimeout(() => server.exitCode ?? server.kill('SIGTERM'), 2_000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal))

  // Some shells between npm and this process die of the signal without passing it on.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    passOn('SIGTERM')
  }, 500).unref()
  if (!process.env.npm_lifecycle_event) clearInterval(watch)

  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exitCode = 1
  })
  server.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

try {
  ensureInstalled()
  if (await buildIfChanged()) runServer()
  else process.exitCode = 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
