import { join } from 'node:path'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import type { Config } from './config.ts'
import type { AccountingConfig } from './gateways/accounting/gateway.ts'
import { createQuickBooksGateway } from './gateways/quickbooks/live.ts'
import { createXeroGateway } from './gateways/xero/live.ts'
import { messagePath } from './http/accounting-messages.ts'
import type { Clock } from './ports/system.ts'
import type { AccountingGateways } from './services/accounting/book-access.ts'
import {
  QUICKBOOKS_CLIENT,
  startQuickBooksSimulator,
} from './simulators/quickbooks/start-quickbooks-simulator.ts'
import { startXeroSimulator, XERO_CLIENT } from './simulators/xero/start-xero-simulator.ts'

type RunningAccounting = { readonly gateways: AccountingGateways; readonly stop: () => Promise<void> }

function simulated(
  baseUrl: string,
  { id: clientId, secret: clientSecret, webhookKey }: typeof XERO_CLIENT,
  paths: { readonly token: string; readonly revoke: string },
): AccountingConfig {
  return {
    ...{ clientId, clientSecret, webhookKey, simulated: true },
    ...{ authorizeUrl: `${baseUrl}/authorize`, apiUrl: baseUrl },
    ...{ tokenUrl: `${baseUrl}${paths.token}`, revokeUrl: `${baseUrl}${paths.revoke}` },
  }
}

/** How the client reaches a simulator of Xero. */
export function simulatedXero(baseUrl: string): AccountingConfig {
  return simulated(baseUrl, XERO_CLIENT, { token: '/connect/token', revoke: '/connect/revocation' })
}

/** How the client reaches a simulator of QuickBooks. */
export function simulatedQuickBooks(baseUrl: string): AccountingConfig {
  const paths = { token: '/oauth2/v1/tokens/bearer', revoke: '/v2/oauth2/tokens/revoke' }
  return simulated(baseUrl, QUICKBOOKS_CLIENT, paths)
}

/** The clients of the configured services; in demo mode simulators play those that are not configured. */
export async function startAccounting(
  { accounting, mode, host, dataDir }: Pick<Config, 'accounting' | 'mode' | 'host' | 'dataDir'>,
  clock: Clock,
  withSimulators: boolean,
  /** The port of this server, once it listens; 0: simulators send no messages about changes. */
  ownPort: () => number = () => 0,
): Promise<RunningAccounting> {
  const simulate = mode === 'demo' && withSimulators
  const webhookOf = (provider: AccountingProvider) => ({
    webhookUrl: () => {
      const port = ownPort()
      return port === 0 ? undefined : `http://127.0.0.1:${port}${messagePath(provider)}`
    },
  })
  const xero =
    accounting.xero === null && simulate
      ? await startXeroSimulator({
          host,
          clock,
          dataDir: join(dataDir, 'xero-simulator'),
          ...webhookOf('xero'),
        })
      : undefined
  const quickbooks =
    accounting.quickbooks === null && simulate
      ? await startQuickBooksSimulator({
          ...{ host, clock, dataDir: join(dataDir, 'quickbooks-simulator') },
          ...webhookOf('quickbooks'),
        })
      : undefined
  const now = () => clock.now()
  const xeroConfig = accounting.xero ?? (xero ? simulatedXero(xero.baseUrl) : null)
  const quickbooksConfig =
    accounting.quickbooks ?? (quickbooks ? simulatedQuickBooks(quickbooks.baseUrl) : null)
  return {
    gateways: [
      ...(xeroConfig ? [createXeroGateway(xeroConfig, now)] : []),
      ...(quickbooksConfig ? [createQuickBooksGateway(quickbooksConfig, now)] : []),
    ],
    stop: async () => {
      await xero?.stop()
      await quickbooks?.stop()
    },
  }
}
