import * as v from 'valibot'
import { type PublishedTips, publishedTipsSchema } from '#contract/tax-tip-endpoints.ts'

const KEY = 'tax-tips'

/** The tips as this phone last read them, for when it is offline; `undefined` when it never did. */
export function readKeptTips(storage: Pick<Storage, 'getItem'>): PublishedTips | undefined {
  try {
    const parsed = v.safeParse(publishedTipsSchema, JSON.parse(storage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Keeps what was read. Without room for it the next reading needs a connection, and nothing else changes. */
export function keepTips(storage: Pick<Storage, 'setItem'>, tips: PublishedTips): void {
  try {
    storage.setItem(KEY, JSON.stringify(tips))
  } catch {
    return
  }
}
