import * as v from 'valibot'
import { instantField } from '#contract/fields/moments.ts'
import { idField } from '#contract/fields/texts.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { PagePosition, PageRange, PageRow } from '../../storage/api/pages.ts'

const cursorSchema = v.tuple([instantField, idField])
const DEFAULT_LIMIT = 25

function readPosition(text: string): PagePosition {
  try {
    const [changedAt, id] = v.parse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return { changedAt, id }
  } catch {
    throw new Refusal('REQUEST_INVALID', { fields: [{ path: 'after', code: 'REQUEST_INVALID' }] })
  }
}

/** How many records a page asks for. */
export function limitOf({ limit }: { readonly limit?: string | undefined }): number {
  return limit === undefined ? DEFAULT_LIMIT : Number(limit)
}

/** The range of a page, one record longer than it, so that the page knows whether another one follows. */
export function rangeOf(query: {
  readonly limit?: string | undefined
  readonly after?: string | undefined
}): PageRange {
  const after = query.after === undefined ? undefined : readPosition(query.after)
  return { after, limit: limitOf(query) + 1 }
}

/** The records of a page and where the next one begins; `null` at the end. */
export function pageOfRows<T>(
  rows: readonly PageRow<T>[],
  { limit }: PageRange,
): { readonly records: T[]; readonly next: string | null } {
  const shown = rows.slice(0, limit - 1)
  const last = shown.at(-1)?.position
  const more = rows.length > shown.length && last !== undefined
  return {
    records: shown.map(({ record }) => record),
    next: more ? Buffer.from(JSON.stringify([last.changedAt, last.id])).toString('base64url') : null,
  }
}
