import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { UssdDoorConfig } from './config-ussd.ts'
import type { SmsGateway } from './gateways/sms/gateway.ts'
import { createSmsGateway } from './gateways/sms/live.ts'
import { USSD_PATH } from './http/ussd/serve-ussd.ts'
import { SMS_KEY, SMS_USER } from './simulators/ussd/sms-inbox.ts'
import { startUssdSimulator } from './simulators/ussd/start-ussd-simulator.ts'

export type RunningUssd = {
  /** How the gateway comes in; `null`: no USSD. */
  readonly door: UssdDoorConfig | null
  /** Who sends text messages; `null`: none are sent. */
  readonly sms: SmsGateway | null
  /** The phone on screen that dials by USSD and gets messages; `null` without one. */
  readonly phoneUrl: string | null
  readonly stop: () => Promise<void>
}

/**
 * What USSD needs. In demo mode a phone on screen, on the port after the one of the simulated authority, plays the
 * gateway and the provider of messages that are not configured; its secret is as old as this process.
 */
export async function startUssd(
  { ussd, sms, mode, host, port }: Pick<Config, 'ussd' | 'sms' | 'mode' | 'host' | 'port'>,
  /** The port of this server, once it listens. */
  ownPort: () => number,
  withSimulator: boolean,
): Promise<RunningUssd> {
  const live = sms && createSmsGateway(sms)
  if (mode !== 'demo' || !withSimulator) {
    return { door: ussd, sms: live, phoneUrl: null, stop: async () => await Promise.resolve() }
  }
  const door = ussd ?? { secret: randomBytes(16).toString('base64url'), addresses: [] }
  const phone = await startUssdSimulator({
    host,
    port: port === 0 ? 0 : port + 2,
    gatewayUrl: () => `http://127.0.0.1:${ownPort()}${USSD_PATH}${door.secret}`,
  })
  const simulated = createSmsGateway({
    ...{ provider: 'beem', baseUrl: phone.url, user: SMS_USER, key: SMS_KEY, sender: 'RISITI' },
  })
  return { door, sms: live ?? simulated, phoneUrl: phone.url, stop: phone.stop }
}
