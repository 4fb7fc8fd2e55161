import { useLocation, useRouter } from '@tanstack/react-router'
import { type Layout, layoutOf } from '#domain/permissions/layout-of.ts'
import { type MenuPath, menuOf, morePlaces } from '#domain/permissions/menus.ts'
import { routeOf } from '#domain/permissions/routes.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useAppContext } from './app-context.ts'
import { PLACES } from './places.ts'

export type MenuEntry = (typeof PLACES)[MenuPath] & { readonly to: MenuPath; readonly label: string }

/** The frame of the open page, by its address, the user and the settings of the company. */
export function useLayout(): Layout {
  const { session } = useAppContext()
  return useLocation({
    select: ({ pathname }) => {
      const route = routeOf(pathname)
      return route === undefined ? 'app' : layoutOf(route, session.user, session.settings)
    },
  })
}

/** The menu of the open frame and what is behind *More*: entries that this user may open and that have a screen. */
export function useMenu(): { readonly places: readonly MenuEntry[]; readonly more: readonly MenuEntry[] } {
  const { session } = useAppContext()
  const { routesByPath } = useRouter()
  const translate = useTranslate()
  const layout = useLayout()
  const entries = (paths: readonly MenuPath[]) =>
    paths
      .filter((path) => Object.hasOwn(routesByPath, path))
      .map((to) => ({ to, ...PLACES[to], label: translate(PLACES[to].name) }))
  return {
    places: entries(menuOf(layout, session.user, session.rights)),
    more: entries(morePlaces(session.user)),
  }
}
