import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { listRecentVendors } from '#data/expenses.ts'
import type { VendorRow } from '#data/rows.ts'
import { findSeller, listOfferedVendors } from '#data/vendors.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { bareNumber } from '#domain/identity/bare-number.ts'
import { numberBesideName } from '#domain/vendors/number-beside-name.ts'
import { isSharedTaxNumber } from '#domain/vendors/same-vendor.ts'
import { Switch } from '#ui/switch/switch.tsx'

/** More than a person reads through; what they type finds the others. */
const OFFERED = 50
const RECENT = 30

type Props = {
  readonly form: QuickExpenseForm
  readonly onChange: (changed: Partial<QuickExpenseForm>) => void
  readonly description: string | undefined
  readonly error: ReactNode
}

function fieldsOf({ id, name, taxNumber, foreign, vatNumber, phone, serial }: VendorRow) {
  return {
    vendorId: id,
    vendorName: name,
    vendorTaxNumber: taxNumber,
    vendorForeign: foreign,
    vendorRest: { vatNumber, phone, serial },
  }
}

/** What a browser shows of a suggestion, and looks for the typed text in, where that is not in the name. */
function labelOf(vendor: VendorRow, typed: string): string | undefined {
  const number = numberBesideName(vendor, typed)
  return number === undefined ? undefined : `${vendor.name} · ${number}`
}

/**
 * Who was paid: one of the company's vendors, known by name, by a number of its own or by the tax number of a
 * scanned receipt, or a new one, which is kept for the next expense if the person wants it.
 */
export function VendorField({ form, onChange, description, error }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const list = useId()
  const { vendorId, vendorName, vendorTaxNumber } = form
  const [kept, setKept] = useState<readonly VendorRow[]>([])
  const [latest, setLatest] = useState<Awaited<ReturnType<typeof listRecentVendors>>>([])
  const typed = useRef<string>(undefined)
  /** What the form had before a name was found to be a vendor's: one name may begin with another. */
  const before = useRef<Partial<QuickExpenseForm>>(undefined)
  const take = (vendor: VendorRow, name = vendor.name) => {
    before.current ??= {
      vendorTaxNumber,
      vendorForeign: form.vendorForeign,
      vendorRest: form.vendorRest ?? {},
    }
    onChange({ ...fieldsOf(vendor), vendorName: name })
  }
  const offer = useEffectEvent((found: readonly VendorRow[]) => {
    setKept(found)
    // Typed faster than it was found, or pasted. The name that a receipt brings is not the company's own.
    const named = typed.current === vendorName && found.find(({ name }) => name === vendorName)
    if (named && vendorId === undefined) take(named)
  })
  // Neither is live: read again with the expense that is saved, it would hold up the list that opens then.
  useEffect(() => {
    let current = true
    const find = async () => {
      const found = await listOfferedVendors(db, vendorName, OFFERED)
      if (current) offer(found)
    }
    find().catch(() => undefined)
    return () => {
      current = false
    }
  }, [db, vendorName])
  useEffect(() => {
    let current = true
    const read = async () => {
      const found = await listRecentVendors(db, RECENT)
      if (current) setLatest(found)
    }
    read().catch(() => undefined)
    return () => {
      current = false
    }
  }, [db])
  const recent = latest.filter(({ name }) => !kept.some((vendor) => vendor.name === name))
  const taxNumber = bareNumber(vendorTaxNumber)
  // Of those who share a number, the name says which one it is.
  const shared = isSharedTaxNumber(taxNumber)
  const sharedBy = shared ? vendorName : ''
  const byNumber = useLiveQuery(
    async () => ({
      sharedBy,
      vendor: taxNumber === '' ? undefined : await findSeller(db, { name: sharedBy, taxNumber, serial: '' }),
    }),
    [db, taxNumber, sharedBy],
  )
  // A receipt brings the number of a vendor the company knows already.
  const recognize = useEffectEvent((vendor: VendorRow, foundBy: string) => {
    // The name may have changed while the vendor was looked for.
    if (vendorId !== undefined || foundBy !== sharedBy) return
    // It may also go on and be that of another one: then the form gets back what it had.
    if (shared) take(vendor, vendorName)
    else onChange({ ...fieldsOf(vendor), vendorName: vendorName || vendor.name })
  })
  useEffect(() => {
    if (byNumber?.vendor) recognize(byNumber.vendor, byNumber.sharedBy)
  }, [byNumber])
  const writeName = (name: string) => {
    typed.current = name
    const named = kept.find((vendor) => vendor.name === name)
    if (named) {
      take(named)
      return
    }
    const others = recent.find((vendor) => vendor.name === name)
    const taken = vendorId === undefined ? {} : (before.current ?? { vendorForeign: undefined })
    before.current = undefined
    onChange({
      ...taken,
      vendorName: name,
      vendorId: undefined,
      ...(others && { vendorTaxNumber: others.taxNumber }),
    })
  }
  const isNew = vendorId === undefined && vendorName.trim() !== ''
  return (
    <>
      <TextInput
        label={t`Vendor`}
        description={description ?? t`Who was paid. Optional`}
        value={vendorName}
        onChange={(event) => writeName(event.currentTarget.value)}
        error={error}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {kept.map((vendor) => (
          <option key={vendor.id} value={vendor.name} label={labelOf(vendor, vendorName)} />
        ))}
        {recent.map((vendor) => (
          <option key={vendor.name} value={vendor.name} />
        ))}
      </datalist>
      {isNew ? (
        <Switch
          label={t`Save as a vendor for next time`}
          on={form.savesVendor ?? form.seller !== undefined}
          onChange={(savesVendor) => onChange({ savesVendor })}
        />
      ) : null}
    </>
  )
}
