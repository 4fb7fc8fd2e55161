import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addRows, readRows } from './phone-store.ts'

type Json = Record<string, unknown>

/** A record of the phone and the operation about it that waits in the outbox. */
export type QueuedWork = { readonly store: string; readonly record: Json; readonly entry: Json }

/** What is wrong with a copy of some work: its record, its operation, or its row in the outbox. */
export type Wrong = {
  readonly record?: Json
  readonly body?: (body: Json) => Json
  readonly entry?: Json
}

const STORE_OF: Readonly<Record<string, string>> = {
  inv: 'invoices',
  cust: 'customers',
  prod: 'products',
  vend: 'vendors',
  cat: 'categories',
  exp: 'expenses',
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The work of a type that was queued last on this phone, with its record. */
export async function findLatestWork(page: Page, type: string): Promise<QueuedWork> {
  const find = async () => (await readRows(page, 'outbox')).filter((row) => row['type'] === type).at(-1)
  let entry: Json | undefined
  await expect
    .poll(async () => {
      entry = await find()
      return entry !== undefined
    })
    .toBe(true)
  const [kind = '', id = ''] = String(entry?.['lane']).split(':')
  const store = STORE_OF[kind] ?? ''
  const record = (await readRows(page, store)).find((row) => row['id'] === id)
  if (!entry || !record) throw new Error(`no ${type} with its record`)
  return { store, record, entry }
}

/** The same text about another record: a new id, and a new link where it has one. */
function aboutAnother(text: string, record: Json, id: string): string {
  const renamed = text.replaceAll(String(record['id']), id)
  const link = record['slipToken']
  return typeof link === 'string' ? renamed.replaceAll(link, randomBytes(16).toString('base64url')) : renamed
}

function copyOf(work: QueuedWork, wrong: Wrong): { readonly row: Json; readonly entry: Json } {
  const id = randomUUID()
  // Both at once, so that a link of the record is the same in its operation.
  const both = aboutAnother(JSON.stringify([work.record, work.entry]), work.record, id)
  const [record, { seq: _, ...entry }] = JSON.parse(both) as [Json, Json]
  const before = JSON.parse(String(entry['body'])) as Json
  const body = JSON.stringify(wrong.body ? wrong.body(before) : before)
  const anew = { opId: randomUUID(), state: 'queued', firstSentAt: null, lease: null, last: null }
  const serialized = { body, bodyHash: hashOf(body) }
  return { row: { ...record, ...wrong.record }, entry: { ...entry, ...anew, ...serialized, ...wrong.entry } }
}

/**
 * Stores work on the phone as an older or broken app, or a damaged disk, would: copies of valid work about
 * new records, each with something wrong. Returns the ids of the records. Sends nothing.
 */
export async function insertBrokenWork(
  page: Page,
  work: QueuedWork,
  wrongs: readonly Wrong[],
): Promise<string[]> {
  const copies = wrongs.map((wrong) => copyOf(work, wrong))
  await addRows(
    page,
    copies.map(({ row }) => ({ store: work.store, row })),
    copies.map(({ entry }) => entry),
  )
  return copies.map(({ row }) => String(row['id']))
}

/** Leaves operations about records that are there already, each modelled on some work's line in the outbox. */
export async function insertOperations(
  page: Page,
  model: QueuedWork,
  operations: readonly {
    readonly type: string
    readonly lane: string
    readonly body: Json
    readonly entry?: Json
  }[],
): Promise<void> {
  const entries = operations.map(({ type, lane, body: payload, entry }) => {
    const { seq: _, ...rest } = model.entry
    const body = JSON.stringify(payload)
    const anew = {
      opId: randomUUID(),
      state: 'queued',
      firstSentAt: null,
      lease: null,
      last: null,
      dependsOn: [],
    }
    return { ...rest, ...anew, type, lane, body, bodyHash: hashOf(body), ...entry }
  })
  await addRows(page, [], entries)
}
