import { expect, test } from 'vitest'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { sendNow } from '#sync/run-sync.ts'
import { importFromOtherAccounts } from '#sync/transfer/import-from-other-accounts.ts'
import { Device } from '../device.ts'
import { createProduct, createSubmission, unwrap } from '../shop.ts'

test('work of one user that cannot be imported is reported and does not delay that of others', async () => {
  const owner = await Device.make()
  const { server, clock, companyId } = owner
  const session = await findMeta(owner.account.db, 'session')
  if (!session) throw new Error('no session')
  const user = { ...session.user, user_type: 'company_owner' as const }
  await upsertMeta(owner.account.db, 'session', { ...session, user })
  const product = await createProduct(owner)
  await sendNow(owner.account, owner.deps)
  const newer = await Device.make({ server, clock, companyId })
  const other = await Device.make({ server, clock, companyId })
  for (const phone of [newer, other]) {
    await sendNow(phone.account, phone.deps)
    await createSubmission(phone, product)
  }
  const [unreadable] = await listUnsent(newer.account.db)
  if (unreadable) await newer.account.db.outbox.put({ ...unreadable, v: 99 })
  // All of them on one phone; who used it last comes first.
  const registry = await openRegistry(owner.deps.ports)
  for (const [index, { account, userId }] of [owner, newer, other].entries()) {
    const used = { displayName: userId, pendingCount: 1, lastUsedAt: 9 - index }
    await upsertAccount(registry, { id: account.id, companyId, userId, ...used })
  }
  registry.close()

  expect(unwrap(await importFromOtherAccounts(owner.account, owner.commands))).toEqual({
    ...{ kind: 'refused', code: 'newer' },
  })
  const [theirs] = await listUnsent(other.account.db)
  expect(await listUnsent(owner.account.db)).toMatchObject([{ opId: theirs?.opId }])
  expect((await listUnsent(newer.account.db)).map(({ handedOverAt }) => handedOverAt)).toEqual([undefined])
})
