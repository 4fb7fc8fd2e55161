import type { Log } from './ports/system.ts'

/** Shorter than what supervisors wait before they kill (systemd 90 s, containers 10 s). */
const STOP_LIMIT_MS = 9_500

type Part = { readonly name: string; readonly stop: () => Promise<void> }

/**
 * What runs, to be stopped in reverse; one part that fails to stop does not keep the others running. A group of parts
 * stops at once. The whole takes 9.5 s at most: what has not ended by then is named in the log and left, and the stop of
 * every other part has at least begun.
 */
export class StartedParts {
  readonly #groups: Part[][] = []
  readonly #log: Log
  readonly #limitMs: number
  #stopping: Promise<void> | undefined

  constructor(log: Log, limitMs: number = STOP_LIMIT_MS) {
    this.#log = log
    this.#limitMs = limitMs
  }

  add(name: string, stop: () => Promise<void>): void {
    this.#groups.push([{ name, stop }])
  }

  /** Adds a part that stops together with another one, if that was added. */
  addBeside(other: string, name: string, stop: () => Promise<void>): void {
    const group = this.#groups.find((parts) => parts.some((part) => part.name === other))
    if (group) group.push({ name, stop })
    else this.add(name, stop)
  }

  stopAll(): Promise<void> {
    this.#stopping ??= this.#stopEach()
    return this.#stopping
  }

  async #stopEach(): Promise<void> {
    const { promise: limit, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => resolve('late'), this.#limitMs)
    for (const group of this.#groups.reverse()) {
      await Promise.all(
        group.map(async ({ name, stop }) => {
          const ended = stop().then(
            () => 'ended' as const,
            (error: unknown) => {
              this.#log({ event: 'stop-failed', part: name, error })
              return 'ended' as const
            },
          )
          if ((await Promise.race([ended, limit])) === 'late') this.#log({ event: 'stop-late', part: name })
        }),
      )
    }
    clearTimeout(timer)
  }
}
