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

/**
 * Who was paid: one of the company's vendors, known by name or by the tax number of a scanned receipt, or a new one,
 * which is kept for the next expense if the person wants it.
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
  const take = (vendor: VendorRow) => {
    before.current ??= {
      vendorTaxNumber,
      vendorForeign: form.vendorForeign,
      vendorRest: form.vendorRest ?? {},
    }
    onChange(fieldsOf(vendor))
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
  const byNumber = useLiveQuery(
    async () => (taxNumber === '' ? undefined : await findSeller(db, { taxNumber, serial: '' })),
    [db, taxNumber],
  )
  // A receipt brings the number of a vendor the company knows already.
  const recognize = useEffectEvent((vendor: VendorRow) => {
    if (vendorId === undefined) onChange({ ...fieldsOf(vendor), vendorName: vendorName || vendor.name })
  })
  useEffect(() => {
    if (byNumber) recognize(byNumber)
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
        {[...kept, ...recent].map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two vendors may have one name
          <option key={`${name} ${index}`} value={name} />
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
