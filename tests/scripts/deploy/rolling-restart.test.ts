import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = resolve(import.meta.dirname, '../../../deploy/rolling-restart.sh')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'risiti-rolling-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function writeCommand(name: string, lines: string): void {
  writeFileSync(join(home, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
}

/** Runs the script where the commands that it needs are ours; gives what HAProxy and systemd were asked for. */
function restart(ports: readonly string[], commands: { readonly curl: string; readonly systemctl?: string }) {
  const log = join(home, 'asked')
  writeFileSync(log, '')
  writeCommand(
    'socat',
    `read -r line; echo "$line" >>${log}; echo risiti,p4000,0,UP,1; echo risiti,p4001,0,UP,1`,
  )
  writeCommand('systemctl', `echo "$@" >>${log}; ${commands.systemctl ?? 'true'}`)
  writeCommand('curl', commands.curl)
  writeCommand('sleep', 'true')
  const env = { PATH: `${home}:${process.env['PATH'] ?? ''}` }
  const { status, stderr } = spawnSync('sh', [SCRIPT, ...ports], { env, encoding: 'utf8' })
  const asked = readFileSync(log, 'utf8').trim().split('\n')
  return { status, stderr, asked: asked.filter((line) => line !== 'show stat') }
}

const stepsOf = (port: string) => [
  `set server risiti/p${port} state drain`,
  `restart risiti@${port}`,
  `set server risiti/p${port} state ready`,
]

test('each process is taken out, restarted and taken back, one after the other', () => {
  const { status, asked } = restart(['4000', '4001'], { curl: 'true' })
  expect(status).toBe(0)
  expect(asked.slice(0, 6)).toEqual([...stepsOf('4000'), ...stepsOf('4001')])
})

test.each([
  { what: 'takes no sales in time', commands: { curl: 'false' } },
  { what: 'cannot be restarted', commands: { curl: 'true', systemctl: 'false' } },
])('one that $what stops the others’ restart, and gets requests once it answers', ({ commands }) => {
  const { status, stderr, asked } = restart(['4000', '4001'], commands)
  expect(status).toBe(1)
  expect(stderr).toContain('journalctl -u risiti@4000')
  expect(asked).toEqual(stepsOf('4000'))
})
