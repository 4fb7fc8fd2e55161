/** `npm run dev`: Vite with reload for the page, and the server restarting on change behind its proxy. */
import { ensureInstalled, startOwnNode } from './install.mjs'

ensureInstalled()
const children = [
  startOwnNode(['node_modules/vite/bin/vite.js', ...process.argv.slice(2)]),
  startOwnNode(['--watch', 'server/main.ts']),
]
let stopping = false

function stopAll(code) {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll(0))
for (const child of children) child.on('exit', (code) => stopAll(code ?? 1))
