import { useLingui } from '@lingui/react/macro'
import { identificationText } from '#blocks/use-customer-detail.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { dayText, fiscalDayOf, fiscalTimeOf, instantMs } from '#domain/calendar/east-africa.ts'
import type { Company } from '#domain/companies/company.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { vrnText } from '#domain/identity/vrn.ts'
import { IDENTIFICATION_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { PaperLines } from './paper-lines.tsx'
import { PaperTotals } from './paper-totals.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './receipt.module.css'

/** The sale time of the phone is printed too when the receipt was numbered later than this. */
const APART_MS = 10 * 60 * 1000

/** Words of the authority's own layout: the same in every language. */
const LEGAL_START = '*** START OF LEGAL RECEIPT ***'
const LEGAL_END = '*** END OF LEGAL RECEIPT ***'
const SIMULATION = 'NOT A FISCAL RECEIPT - SIMULATION'

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The receipt as it is printed (TRA guide: verification code and QR on every printout). */
export function ReceiptPaper({ row, company }: { row: InvoiceRow; company: Company }) {
  const { t } = useLingui()
  const say = useSay()
  const { receipt, customer } = row
  const frame = (legal: string) => {
    if (!receipt) return t`Not a fiscal receipt`
    return receipt.simulated ? SIMULATION : legal
  }
  const late = receipt !== null && Math.abs(instantMs(receipt.issuedAt) - instantMs(row.saleAt)) > APART_MS
  const saleDay = dayText(fiscalDayOf(row.saleAt))
  const saleTime = fiscalTimeOf(row.saleAt)
  const named = customer.name !== '' || customer.identificationNumber !== ''
  return (
    <article className={classes.paper} aria-label={t`Receipt`} data-canceled={row.status === 'canceled'}>
      <p className={classes.frameLine}>{frame(LEGAL_START)}</p>
      {row.status === 'canceled' ? <p className={classes.canceled}>{t`CANCELED`}</p> : null}
      <header className={classes.seller}>
        <strong>{company.name}</strong>
        <span>{company.address}</span>
        <span>{phoneText(normalizePhone(company.phone) ?? company.phone)}</span>
      </header>
      <dl className={classes.facts}>
        <Fact name={t`TIN`} value={tinText(company.tin)} />
        <Fact name={t`VRN`} value={row.vatRegistered ? vrnText(company.vrn) : t`NOT REGISTERED`} />
        {receipt ? (
          <>
            <Fact name={t`SERIAL NO`} value={receipt.serial} />
            <Fact name={t`UIN`} value={receipt.uin} />
            <Fact name={t`TAX OFFICE`} value={receipt.taxOffice} />
          </>
        ) : null}
      </dl>
      <dl className={classes.facts}>
        <Fact name={t`CUSTOMER NAME`} value={named ? customer.name : t`Walk-in customer`} />
        <Fact
          name={t`CUSTOMER ID TYPE`}
          value={named ? say(IDENTIFICATION_NAMES[customer.identificationType]) : ''}
        />
        <Fact name={t`CUSTOMER ID`} value={identificationText(customer)} />
        <Fact name={t`CUSTOMER VRN`} value={vrnText(customer.vatRegistrationNumber)} />
        <Fact name={t`CUSTOMER MOBILE`} value={phoneText(customer.phone)} />
      </dl>
      <dl className={classes.facts}>
        {receipt ? (
          <>
            <Fact name={t`RECEIPT NUMBER`} value={String(receipt.gc)} />
            <Fact name={t`Z NUMBER`} value={`${receipt.dc}/${receipt.znum}`} />
            <Fact name={t`RECEIPT DATE`} value={dayText(receipt.issuedDay)} />
            <Fact name={t`RECEIPT TIME`} value={receipt.issuedTime} />
          </>
        ) : null}
        {late || !receipt ? (
          <>
            <Fact name={t`SALE DATE`} value={saleDay} />
            <Fact name={t`SALE TIME`} value={saleTime} />
          </>
        ) : null}
        <Fact name={t`REFERENCE`} value={row.reference} />
        <Fact name={t`SERVED BY`} value={row.operatorName} />
      </dl>
      <PaperLines row={row} />
      <PaperTotals row={row} />
      {receipt ? (
        <div className={classes.verify}>
          <span>{t`RECEIPT VERIFICATION CODE`}</span>
          <strong className={classes.code}>{receipt.rctvnum}</strong>
          <a
            className={classes.qr}
            href={receipt.verifyUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={t`Verify this receipt at TRA`}
          >
            <QrCode text={receipt.verifyUrl} label={t`QR code to verify this receipt`} />
          </a>
        </div>
      ) : null}
      <p className={classes.frameLine}>{frame(LEGAL_END)}</p>
    </article>
  )
}
