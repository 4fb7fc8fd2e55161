import { collectPayment } from '#commands/collect-payment.ts'
import { cancelCollection } from '#commands/collections.ts'
import { saveVendor } from '#commands/vendors.ts'
import { listDebts } from '#data/collections.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import { getTrustedTime } from '#data/trusted-time.ts'
import { vendorFromRow } from '#data/vendor-row.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'
import type { VendorForm } from '#domain/vendors/check-vendor-form.ts'
import type { CommandResult } from '#sync/outbox/command-result.ts'
import type { CollectionCancel, CollectionWrite, VendorWrite } from '../plan/plan.ts'
import { appendCommand } from './append-command.ts'
import type { Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'

function append(
  simulation: Simulation,
  tab: Tab,
  command: string,
  result: CommandResult<unknown>,
  lane?: string,
): void {
  const outcome = result.ok ? 'kept' : `refused ${result.refusals[0]?.code ?? ''}`
  appendCommand(simulation, tab, command, outcome, lane !== undefined && result.ok ? { lane } : {})
}

/** Does what a person does about payments on account and vendors, of what they see at that moment. */
export async function performBookkeeping(
  simulation: Simulation,
  tab: Tab,
  action: CollectionWrite | CollectionCancel | VendorWrite,
): Promise<void> {
  switch (action.kind) {
    case 'collect':
      return collect(simulation, tab, action)
    case 'cancel payment':
      return cancelPayment(simulation, tab, action)
    case 'vendor':
      return writeVendor(simulation, tab, action)
  }
}

async function collect(
  simulation: Simulation,
  tab: Tab,
  { kind, which, tenths }: CollectionWrite,
): Promise<void> {
  const { account, commands } = tab
  const debts = await withReconnect(account.db, () => listDebts(account.db))
  const debt = debts[which % Math.max(1, debts.length)]
  if (!debt) return
  const form = {
    amount: toCents(Math.floor((debt.owed * tenths) / 10)),
    type: 'e-money' as const,
    reference: '',
    // The day that the screen proposes: this phone's clock, corrected by the server's.
    day: fiscalDayOf(toInstant(await getTrustedTime(account.db, commands.ports.clock.now()))),
  }
  const result = await collectPayment(account, commands, { invoiceId: debt.row.id, form })
  const lane = result.ok ? orderingKeyOf('collection', result.value.id) : undefined
  append(simulation, tab, kind, result, lane)
}

async function cancelPayment(
  simulation: Simulation,
  tab: Tab,
  { kind, which }: CollectionCancel,
): Promise<void> {
  const { account, commands } = tab
  const rows = await withReconnect(account.db, () => account.db.collections.orderBy('id').toArray())
  const row = rows[which % Math.max(1, rows.length)]
  if (!row) return
  const result = await cancelCollection(account, commands, row.id)
  append(simulation, tab, kind, result, orderingKeyOf('collection', row.id))
}

async function writeVendor(
  simulation: Simulation,
  tab: Tab,
  { kind, which, number, fresh }: VendorWrite,
): Promise<void> {
  const { account, commands } = tab
  const rows = await withReconnect(account.db, () => account.db.vendors.orderBy('id').toArray())
  const known = fresh ? undefined : rows[which % Math.max(1, rows.length)]
  const form: VendorForm = known
    ? { ...vendorFromRow(known), address: `Kariakoo ${which}` }
    : {
        ...{ name: `Mkulima ${number}`, taxNumber: `20000000${number}`, vatNumber: '', phone: '' },
        ...{ serial: '', address: '', foreign: false },
      }
  const result = await saveVendor(account, commands, { form, ...(known ? { vendorId: known.id } : {}) })
  append(simulation, tab, kind, result, result.ok ? orderingKeyOf('vendor', result.value.id) : undefined)
}
