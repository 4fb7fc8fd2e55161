/** The battery of the phones of a test: how many more steps they do, a step being what another program could see. */
const power = { left: Number.POSITIVE_INFINITY }

/** One step; throws once the phone is off, so that its work stops there. */
function step(): void {
  power.left -= 1
  if (power.left < 0) throw new Error('the phone is off')
}

// Before any database opens: Dexie keeps the way to begin a transaction from then on.
const begin = Reflect.get(IDBDatabase.prototype, 'transaction') as IDBDatabase['transaction']
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...asked: Parameters<typeof begin>) {
  if (asked[1] === 'readwrite') step()
  else if (power.left < 0) throw new Error('the phone is off')
  return begin.apply(this, asked)
}

/** The same object, with a step in each of the named methods. */
export function crashable<T extends object>(instance: T, ...names: readonly (keyof T)[]): T {
  return new Proxy(instance, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof found !== 'function' || !names.some((one) => one === name)) return found
      return (...given: unknown[]): unknown => {
        step()
        const answer: unknown = Reflect.apply(found, target, given)
        return answer
      }
    },
  })
}

/** What happens to a phone at every step of something that it does. */
export type CrashScenario = {
  /** The work of the phone, which dies in the middle of it. */
  readonly run: () => Promise<unknown>
  /** Starts it again and asserts that nothing is lost. `died`: it did not get to the end. */
  readonly check: (step: string, died: boolean) => Promise<void>
}

/**
 * Plays a scene over and over on new phones, each of which dies one step later than the one before, until one gets to
 * the end. A step is a transaction that writes, or a call of what is `mortal`. Returns how many steps there are.
 */
export async function crashAtEveryStep(prepare: () => Promise<CrashScenario>): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const { run: act, check: judge } = await prepare()
    power.left = steps
    // Errors of a phone that died do not matter.
    await act().catch(() => undefined)
    const died = power.left < 0
    power.left = Number.POSITIVE_INFINITY
    await judge(`dead after step ${steps}`, died)
    if (!died) return steps
  }
}
