import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import { COMPILE_CACHE, shareCompressedApp } from './share-server-work.ts'
import { type Answer, callEndpoint } from './start-test-server.ts'

/** `server/main.ts` in a process of its own, on a port of its own. */
export type ServerProcess = {
  readonly url: string
  call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>, token?: string): Promise<Answer>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** The signal that ended it, `null` when it ended by itself. Resolves when it is gone. */
  readonly gone: Promise<NodeJS.Signals | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as its supervisor would; frozen or already gone is no reason to fail. */
  stop(): Promise<void>
  /** Whether it logged such an event. */
  logged(event: string): boolean
}

const STARTS_WITHIN_MS = 120_000
const STOPS_WITHIN_MS = 20_000

/**
 * Starts a server with these settings, which finds a running simulator as that of its data folder, and waits until
 * it listens. Throws with its output when it does not.
 */
export async function startServerProcess(
  simulator: { readonly baseUrl: string; readonly verifyUrl: string },
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'risiti-process-'))
  shareCompressedApp(dataDir)
  mkdirSync(join(dataDir, 'tra-simulator'))
  const state = { pid: process.pid, baseUrl: simulator.baseUrl, verifyUrl: simulator.verifyUrl }
  writeFileSync(join(dataDir, 'tra-simulator', 'running.json'), JSON.stringify(state))
  const main = join(import.meta.dirname, '../../server/main.ts')
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDir,
      ...COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const gone = once(child, 'exit').then(([, signal]) => {
    rmSync(dataDir, { recursive: true, force: true })
    return (signal ?? null) as NodeJS.Signals | null
  })
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}:\n${lines.slice(-30).join('\n')}`))
    const late = setTimeout(() => fail('the server did not start in time'), STARTS_WITHIN_MS)
    void gone.then((signal) => {
      clearTimeout(late)
      fail(`the server ended (${signal ?? child.exitCode}) before it listened`)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const found = /"event":"listening".*"port":(\d+)/.exec(line)
      if (!found) return
      clearTimeout(late)
      resolve(Number(found[1]))
    })
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    gone,
    call: async (name, input, token) => await callEndpoint(url, name, input, token),
    signal: (signal) => void child.kill(signal),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
      await gone
      clearTimeout(late)
    },
    logged: (event) => lines.some((line) => line.includes(`"event":"${event}"`)),
  }
}
