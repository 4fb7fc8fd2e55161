import type { accountingEndpoints } from '#contract/accounting-endpoints.ts'
import type { AccountingGateways } from '../../services/accounting/book-access.ts'
import {
  beginConnection,
  chooseOrganization,
  completeConnection,
  disconnect,
} from '../../services/accounting/connections.ts'
import {
  previewBooking,
  readAccountingSettings,
  saveMapping,
  startBooking,
} from '../../services/accounting/mapping.ts'
import {
  chooseAttaching,
  choosePull,
  compareNow,
  readInbox,
  settleSale,
} from '../../services/accounting/pull-settings.ts'
import { readAccountingLog, readAccountingState, settleEntry } from '../../services/accounting/read-log.ts'
import type { Handlers } from './handler-types.ts'

/** Xero and QuickBooks. `publicUrl` is where the services send people back. */
export function createAccountingHandlers(
  gateways: AccountingGateways,
  publicUrl: () => string,
): Pick<Handlers, keyof typeof accountingEndpoints> {
  const returnUrl = () => `${publicUrl()}/apps-integration`
  return {
    'accounting.state': async (context) => await readAccountingState(context, gateways),
    'accounting.connect': async (context, input) =>
      await beginConnection(context, gateways, returnUrl(), input),
    'accounting.complete': async (context, input) =>
      await completeConnection(context, gateways, returnUrl(), input),
    'accounting.choose': async (context, input) => await chooseOrganization(context, gateways, input),
    'accounting.settings': async (context, input) => await readAccountingSettings(context, gateways, input),
    'accounting.save-mapping': async (context, input) => await saveMapping(context, gateways, input),
    'accounting.preview': async (context, input) => await previewBooking(context, gateways, input),
    'accounting.start': async (context, input) => await startBooking(context, gateways, input),
    'accounting.log': async (context, input) => await readAccountingLog(context, input),
    'accounting.settle': async (context, input) => await settleEntry(context, input),
    'accounting.pull': async (context, input) => await choosePull(context, gateways, input),
    'accounting.attach': async (context, input) => await chooseAttaching(context, input),
    'accounting.inbox': async (context, input) => await readInbox(context, input),
    'accounting.settle-inbox': async (context, input) => await settleSale(context, input),
    'accounting.compare': async (context, input) => await compareNow(context, gateways, input),
    'accounting.disconnect': async (context, input) => await disconnect(context, gateways, input),
  }
}
