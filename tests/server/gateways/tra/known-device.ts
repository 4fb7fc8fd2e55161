import { certSerialHeader } from '#server/gateways/tra/cert-serial.ts'
import type { DeviceIdentity } from '#server/gateways/tra/gateway.ts'
import { createTraGateway } from '#server/gateways/tra/live.ts'
import { envelope, signElement } from '#server/gateways/tra/sign.ts'
import { GOLDEN_ELEMENT } from './golden-receipt.ts'
import { makeSigningKey } from './signing-key.ts'

export const NOW = Date.parse('2026-03-02T06:15:08.000Z')
export const clock = { now: () => NOW }
export const key = makeSigningKey()
export const device: DeviceIdentity = {
  tin: '999000111',
  certKey: '10TZ199999',
  certSerialHeader: certSerialHeader('1a2b3c4d5e6f7081'),
  privateKeyPem: key.privateKeyPem,
}
export const signedBytes = envelope(GOLDEN_ELEMENT, signElement(GOLDEN_ELEMENT, key.privateKeyPem))
export const document = { device, routingKey: 'vfdrct', accessToken: 'tok-1', signedBytes }
export const gateway = createTraGateway({ clock })

export const REGISTRATION =
  '<EFDMS><EFDMSRESP><ACKCODE>0</ACKCODE><ACKMSG>Registration Successful</ACKMSG><REGID>TZ0100999111</REGID>' +
  '<SERIAL>10TZ199999</SERIAL><UIN>09VFDWEBAPI-1</UIN><TIN>999000111</TIN><VRN>NOT REGISTERED</VRN><MOBILE>0712</MOBILE>' +
  '<ADDRESS>P.O. BOX 1</ADDRESS><STREET>Msimbazi</STREET><CITY>DAR ES SALAAM</CITY><COUNTRY>TANZANIA</COUNTRY>' +
  '<NAME>DUKA &amp; WANA  </NAME><RECEIPTCODE>SIM7QX</RECEIPTCODE><REGION>Ilala</REGION><ROUTINGKEY>vfdrct</ROUTINGKEY>' +
  '<GC>1</GC><TAXOFFICE>Tax Office Ilala</TAXOFFICE><USERNAME>babaadp</USERNAME><PASSWORD>p&lt;@;=&#35;1E5</PASSWORD>' +
  '<TOKENPATH>vfdtoken</TOKENPATH><TAXCODES><CODEA>18</CODEA><CODEB>0</CODEB><CODEC>0</CODEC><CODED>x</CODED></TAXCODES>' +
  '</EFDMSRESP><EFDMSSIGNATURE>AAAA</EFDMSSIGNATURE></EFDMS>'
