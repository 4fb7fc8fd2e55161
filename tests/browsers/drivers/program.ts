import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program beside the test: a browser, its driver, or a screen to draw on. */
export type Program = {
  /** Resolves with the first match in what the program writes; throws when it ends or says nothing in time. */
  says(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>
  stop(): Promise<void>
}

const STOPS_WITHIN_MS = 5_000

/** Starts a program in a process group of its own, so that what it started itself ends with it. */
export function startProgram(
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Program {
  const child: ChildProcess = spawn(path, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  const ended = once(child, 'exit').catch((error: unknown) => lines.push(String(error)))
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const listener of listeners) listener(line)
    })
  }
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // It is gone already.
    }
  }
  const fail = (why: string) => new Error(`${path} ${why}:\n${lines.slice(-15).join('\n')}`)
  return {
    async says(pattern, withinMs = 30_000) {
      return await new Promise<RegExpExecArray>((resolve, reject) => {
        const late = setTimeout(() => reject(fail(`did not say ${pattern} in time`)), withinMs)
        const listen = (line: string) => {
          const found = pattern.exec(line)
          if (!found) return
          clearTimeout(late)
          listeners.delete(listen)
          resolve(found)
        }
        listeners.add(listen)
        for (const line of [...lines]) listen(line)
        void ended.then(() => {
          clearTimeout(late)
          reject(fail('ended'))
        })
      })
    },
    async stop() {
      signal('SIGTERM')
      const late = setTimeout(() => signal('SIGKILL'), STOPS_WITHIN_MS)
      await ended
      clearTimeout(late)
      // What it started may outlive it.
      signal('SIGKILL')
    },
  }
}
