import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { releaseReconciledHolds } from '#server/services/recovery/release-numbering.ts'
import { insertHolds } from '#server/storage/fiscal/numbering-holds.ts'
import type { Db } from '#server/storage/schema.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let db: Db
let one: Shop
let other: Shop
beforeAll(async () => {
  backend = await startTestBackend()
  ;({ db } = backend.server.services)
})
afterAll(async () => await backend.close())
beforeEach(async () => {
  ;[one, other] = [await createShop(backend), await createShop(backend)]
  for (const { phone, productId } of [one, other])
    await phone.pushOne('invoice.submit', invoiceInput(aSale(productId)))
  const activeSince = toInstant(backend.clock.now() - 1_000)
  const at = toInstant(backend.clock.now())
  await insertHolds(db, { epoch: randomUUID(), at, backupAt: at, activeSince, reason: 'restored' })
})

/** The phones of a shop have returned all they knew. */
async function comeBack({ companyId }: Shop): Promise<void> {
  const at = toInstant(backend.clock.now())
  await db
    .updateTable('awaited_devices')
    .set({ returned_at: at })
    .where('company_id', '=', companyId)
    .execute()
}

const release = async () => await releaseReconciledHolds(backend.server.services)

test('a company that waits for a phone costs nothing: its sales are not waited for', async () => {
  await comeBack(other)
  const released = await backend.server.services.db.transaction().execute(async (tx) => {
    await sql`select from fiscal_identities where company_id = ${one.companyId} for update`.execute(tx)
    return await release()
  })
  expect(released).toEqual([other.identity.id])
  await comeBack(one)
  expect(await release()).toEqual([one.identity.id])
})

test('a hold that cannot be released is logged, and keeps no other company from selling', async () => {
  await comeBack(one)
  await comeBack(other)
  await sql`
    create or replace function refuse_release() returns trigger language plpgsql as $$
      begin raise exception 'no release'; end $$
  `.execute(db)
  await sql`
    create trigger refuse_release before update on numbering_holds
      for each row when (new.company_id = ${sql.lit(one.companyId)}) execute function refuse_release()
  `.execute(db)
  expect(await release()).toEqual([other.identity.id])
  expect(backend.server.events).toContainEqual(
    expect.objectContaining({ event: 'hold-not-released', companyId: one.companyId, alert: true }),
  )
  await sql`drop trigger refuse_release on numbering_holds`.execute(db)
  expect(await release()).toEqual([one.identity.id])
})
