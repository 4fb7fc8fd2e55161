import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { documentOf as make } from '#server/services/fiscal/delivery-deps.ts'

const sent = new Set<string>()

/** Planted: a receipt that is sent again is built again, with the current time. */
export const documentOf: typeof make = (deps, identity, routingKey, stored) => {
  const { signedBytes } = stored
  const document = make(deps, identity, routingKey, stored)
  const element = /<RCT>[\s\S]*<\/RCT>/.exec(signedBytes)?.[0]
  if (element === undefined || !sent.has(signedBytes)) {
    sent.add(signedBytes)
    return document
  }
  const time = new Date(deps.services.clock.now() + 3 * 3_600_000).toISOString().slice(11, 19)
  const rebuilt = element.replace(/<TIME>[^<]*<\/TIME>/, `<TIME>${time}</TIME>`)
  return { ...document, signedBytes: envelope(rebuilt, signElement(rebuilt, document.device.privateKeyPem)) }
}
