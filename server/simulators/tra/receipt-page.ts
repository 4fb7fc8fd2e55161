import { html } from 'hono/html'
import { type Html, htmlPage, SIMULATION_MARK } from './html.ts'
import type { DeviceRecord, ReceiptRecord } from './ledger-entries.ts'
import type { SimAnswer } from './simulator-http.ts'

const LETTERS: Record<string, string> = { '1': 'A', '2': 'B', '3': 'C', '4': 'D', '5': 'E' }

const ID_TYPES: Record<string, string> = {
  '1': 'TIN',
  '2': 'DRIVING LICENCE',
  '3': 'VOTERS NUMBER',
  '4': 'PASSPORT',
  '5': 'NATIONAL ID',
  '6': 'NIL',
  '7': 'METER NUMBER',
}

/**
 * A receipt as the verification page shows it: the labels of the real page, without its logo and with the mark of the
 * simulation in place of the two legal lines. Each value follows its label; the Swahili word comes after the value.
 */
export function receiptPage(publicUrl: string, device: DeviceRecord, receipt: ReceiptRecord): SimAnswer {
  const rates = { ...device.taxCodes, E: 0 }
  const taxed = receipt.vatTotals.filter((total) => total.taxCents !== 0)
  const link = `${publicUrl}/efdmsRctVerify/${receipt.rctvnum}_${receipt.time.replaceAll(':', '')}`
  const [year, month, day] = receipt.date.split('-')
  const body = html`${SIMULATION_MARK}
<h1>${device.name}</h1>
<dl>
${field('P.O BOX:', device.address || 'n/a', 'Sanduku la posta')}
${field('MOBILE:', device.mobile || 'n/a', 'Simu')}
${field('TIN:', device.tin, 'Namba ya mlipakodi')}
${field('VRN:', device.vrn === '' ? 'NOT REGISTERED' : device.vrn, 'Namba ya VAT')}
${field('SERIAL NO:', device.certkey, 'Namba ya mashine')}
${field('UIN:', device.uin, 'Namba ya utambulisho')}
${field('TAX OFFICE:', device.taxOffice, 'Ofisi ya TRA')}
</dl><dl>
${field('CUSTOMER NAME:', receipt.customerName || 'n/a', 'Jina la mteja')}
${field('CUSTOMER ID TYPE:', ID_TYPES[receipt.customerIdType] ?? 'NIL', 'Aina ya kitambulisho')}
${field('CUSTOMER ID:', receipt.customerId || 'n/a', 'Namba ya kitambulisho')}
${field('CUSTOMER MOBILE:', receipt.customerMobile || 'n/a', 'Simu ya mteja')}
</dl><dl>
${field('RECEIPT NO:', receipt.rctnum, 'Namba ya risiti')}
${field('Z NUMBER:', `${receipt.dc}/${receipt.znum}`, 'Namba ya Z')}
${field('RECEIPT DATE:', `${day}/${month}/${year}`, 'Tarehe ya risiti')}
${field('RECEIPT TIME:', receipt.time, 'Muda wa risiti')}
</dl>
<div class="scroll"><table>
<tr><th>Description <small lang="sw">Maelezo</small></th><th class="number">Qty <small lang="sw">Idadi</small></th><th class="number">Amount <small lang="sw">Kiasi</small></th><th>Type <small lang="sw">Aina</small></th></tr>
${receipt.items.map(
  (item) =>
    html`<tr><td>${item.description}</td><td class="number">${item.quantity}</td><td class="number">${amount(item.cents)}</td><td>${LETTERS[item.taxCode] ?? item.taxCode}</td></tr>`,
)}
</table></div>
<dl>
${field('TOTAL EXCL OF TAX:', amount(receipt.totalExclCents), 'Jumla bila kodi')}
${receipt.discountCents === 0 ? [] : [field('DISCOUNT:', amount(receipt.discountCents), 'Punguzo')]}
${taxed.map((total) => field(`TAX RATE ${total.rate} (${percent(rates, total.rate)}%)`, amount(total.taxCents), 'Kodi'))}
${field('TOTAL TAX:', amount(receipt.totalInclCents - receipt.totalExclCents), 'Jumla ya kodi')}
${field('TOTAL INCL OF TAX:', amount(receipt.totalInclCents), 'Jumla pamoja na kodi')}
</dl>
<p class="code">RECEIPT VERIFICATION CODE<br>${receipt.rctvnum} <small lang="sw">Msimbo wa risiti</small></p>
<p><small>${link}</small></p>
${SIMULATION_MARK}`
  return htmlPage(`Receipt ${receipt.rctvnum} (simulation)`, body)
}

function field(label: string, value: string, swahili: string): Html {
  return html`<dt>${label}</dt><dd>${value} <small lang="sw">${swahili}</small></dd>
`
}

function percent(rates: Record<string, number>, letter: string): number {
  return rates[letter] ?? 0
}

/** `22,760.00` */
function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}
