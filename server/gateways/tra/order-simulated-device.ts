import * as v from 'valibot'

/** What a simulator needs to know of the taxpayer whose device it makes. */
export type SimulatedTaxpayer = {
  readonly tin: string
  /** Serial of the device. */
  readonly certkey: string
  readonly name: string
  readonly street: string
  readonly mobile: string
  readonly city: string
  readonly vrn: string
}

const deviceSchema = v.object({ pfxBase64: v.string(), pfxPassword: v.string() })

/** The device of a taxpayer from a simulator of the authority: the same one at every repeat. Throws what failed. */
export async function orderSimulatedDevice(
  simulatorUrl: string,
  taxpayer: SimulatedTaxpayer,
): Promise<{ readonly pfx: Uint8Array; readonly pfxPassword: string }> {
  const response = await fetch(`${simulatorUrl}/sim/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(taxpayer),
    signal: AbortSignal.timeout(20_000),
  })
  if (!response.ok) throw new Error(`The simulator answered ${response.status} to an order of a device`)
  const { pfxBase64, pfxPassword } = v.parse(deviceSchema, await response.json())
  return { pfx: Buffer.from(pfxBase64, 'base64'), pfxPassword }
}
