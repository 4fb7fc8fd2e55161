import type { Chance } from './chance.ts'
import type { PlainAnswer } from './network-conditions.ts'

type Kept = { readonly phone: string; readonly path: string; readonly answer: PlainAnswer }

/** What a cache gives: another phone's answer to the same, an older one of the same phone, or one to another request. */
export const FOREIGN = ['foreign', 'older', 'swapped'] as const
type Wrong = { readonly how: (typeof FOREIGN)[number]; readonly answer: PlainAnswer }

const MOST_KEPT = 60

/** A cache on the way that looks neither at who asks nor at what is asked: it has the last good answers of all phones. */
export class CarrierCache {
  readonly #kept: Kept[] = []

  add(phone: string, path: string, answer: PlainAnswer): void {
    if (answer.status !== 200) return
    this.#kept.push({ phone, path, answer })
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()
  }

  /** An answer in place of the right one; `undefined` when nothing was asked before. */
  answerFor(phone: string, path: string, chance: Chance): Wrong | undefined {
    const wrong = this.#kept.map((kept) => ({ how: howWrong(kept, phone, path), answer: kept.answer }))
    const how = chance.pick(FOREIGN)
    const wanted = wrong.filter((one) => one.how === how)
    return wanted.length > 0 ? wanted[chance.below(wanted.length)] : wrong[chance.below(wrong.length)]
  }
}

function howWrong(kept: Kept, phone: string, path: string): Wrong['how'] {
  if (kept.path !== path) return 'swapped'
  return kept.phone === phone ? 'older' : 'foreign'
}
