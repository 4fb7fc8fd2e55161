import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import { databaseName, openAccountDatabase } from '#data/account-database.ts'
import { indexMissedInvoices, indexOlderInvoices } from '#data/index-older-invoices.ts'
import { invoiceRow } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import { aDraft, numberedId, testPorts } from './records.ts'

const INVOICES = 430
const FIRST_INVOICES = 'id, orderKey, [shown+orderKey], customerKey, receiptNumber'

it('opens an old database of many invoices at once, finds the newest from the start and the others chunk by chunk', async () => {
  const old = new Dexie(databaseName('many'))
  old.version(1).stores({ invoices: FIRST_INVOICES, meta: 'key', outbox: '++seq' })
  await old.open()
  const ids = Array.from({ length: INVOICES }, (_, n) => numberedId(n)).sort()
  const rows = ids.map((id, n) => invoiceRow(aDraft(n, { id, reference: `LPO ${n}` }), { kind: 'none' }))
  await old.table('invoices').bulkAdd(rows)
  old.close()

  const db = await openAccountDatabase('many', testPorts())
  const finds = async (n: number) => (await searchInvoices(db, { text: `lpo ${n}`, limit: 500 })).length > 0
  expect([await finds(429), await finds(230), await finds(229)]).toEqual([true, true, false])
  expect(await findMeta(db, 'keyless-before')).toBe(ids[230])

  let batches = 1
  while (await indexOlderInvoices(db)) batches += 1
  expect(batches).toBe(5)
  expect(await findMeta(db, 'keyless-before')).toBeUndefined()
  expect(await indexOlderInvoices(db)).toBe(false)
  expect([await finds(0), await finds(229)]).toEqual([true, true])
  expect(await db.invoices.count()).toBe(INVOICES)
})

it('finds what an older app wrote that was gone back to for a while', async () => {
  const db = await openAccountDatabase('gone-back', testPorts())
  const rows = Array.from({ length: 70 }, (_, n) =>
    invoiceRow(aDraft(n, { id: numberedId(n), reference: `LPO ${n}` }), { kind: 'none' }),
  )
  await db.invoices.bulkPut(rows)
  const finds = async (n: number) => (await searchInvoices(db, { text: `lpo ${n}`, limit: 500 })).length > 0
  expect([await finds(0), await finds(69)]).toEqual([false, false])
  expect([await indexMissedInvoices(db), await indexMissedInvoices(db)]).toEqual([true, false])
  expect([await finds(0), await finds(69)]).toEqual([true, true])
  expect(await db.invoiceKeys.count()).toBe(70)
})
