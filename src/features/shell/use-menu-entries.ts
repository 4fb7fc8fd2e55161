import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { mayOpen } from '#domain/permissions/may-open.ts'
import { routeOf } from '#domain/permissions/routes.ts'
import type { IconName } from '#ui/icon.tsx'

export type MenuEntry = { readonly to: string; readonly name: string; readonly icon: IconName }

/** The screens this person may open from the menus, in the order of the day's work. */
export function useMenuEntries(): Record<
  'dashboard' | 'invoices' | 'customers' | 'products' | 'expenses' | 'sync',
  MenuEntry
> {
  const { t } = useLingui()
  return {
    dashboard: { to: '/dashboard', name: t`Dashboard`, icon: 'dashboard' },
    invoices: { to: '/invoices', name: t`Invoices`, icon: 'receipt' },
    customers: { to: '/customers', name: t`Customers`, icon: 'people' },
    products: { to: '/products', name: t`Products and services`, icon: 'box' },
    expenses: { to: '/expenses', name: t`Expenses`, icon: 'cash' },
    sync: { to: '/sync', name: t`Sending`, icon: 'up' },
  }
}

/** Whether a place is for this person: no menu entry leads to a refusal. */
export function useMayOpen(): (entry: MenuEntry) => boolean {
  const { company, session } = useAppContext()
  return ({ to }) => {
    // Without a company there is nothing to sell and nothing to send.
    if (company === null && to !== '/dashboard') return false
    const route = routeOf(to)
    return route === undefined || mayOpen(session.user, route)
  }
}
