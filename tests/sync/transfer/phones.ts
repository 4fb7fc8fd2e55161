import type { Session } from '#contract/session.ts'
import type { TransferredWork } from '#contract/transferred-work.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { exportUnsent } from '#sync/transfer/export-unsent.ts'
import { importUnsent } from '#sync/transfer/import-unsent.ts'
import { Device } from '../device.ts'
import { unwrap } from '../shop.ts'

/** Everything that a phone would transfer. */
export async function workOf(device: Device): Promise<TransferredWork> {
  const work = await exportUnsent(device.account, device.clock.now())
  if (!work) throw new Error('nobody is signed in')
  return work
}

export async function take(device: Device, work: TransferredWork) {
  return unwrap(await importUnsent(device.account, device.commands, work))
}

/** The phone of another user of the company, at the same server. */
export async function anotherPhone(of: Device, who: 'owner' | 'operator'): Promise<Device> {
  const { server, clock } = of
  const device = await Device.make({ server, clock })
  if (who === 'owner') {
    const { db } = device.account
    const session = await findMeta(db, 'session')
    if (!session) throw new Error('no session')
    const owner: Session = { ...session, user: { ...session.user, user_type: 'company_owner' } }
    await upsertMeta(db, 'session', owner)
  }
  return device
}
