import type { CarriedWork } from '#contract/carried-work.ts'
import type { Session } from '#contract/session.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { collectWork } from '#sync/carry/collect-work.ts'
import { takeOver } from '#sync/carry/take-over.ts'
import { Device } from '../device.ts'
import { keptValue } from '../shop.ts'

/** All that a phone would hand over. */
export async function workOf(device: Device): Promise<CarriedWork> {
  const work = await collectWork(device.account, device.clock.now())
  if (!work) throw new Error('nobody is signed in')
  return work
}

export async function take(device: Device, work: CarriedWork) {
  return keptValue(await takeOver(device.account, device.commands, work))
}

/** The phone of somebody else of the company, at the same server. */
export async function anotherPhone(of: Device, who: 'owner' | 'operator'): Promise<Device> {
  const { server, clock } = of
  const device = await Device.make({ server, clock })
  if (who === 'owner') {
    const { db } = device.account
    const session = await readMeta(db, 'session')
    if (!session) throw new Error('no session')
    const owner: Session = { ...session, user: { ...session.user, user_type: 'company_owner' } }
    await writeMeta(db, 'session', owner)
  }
  return device
}
