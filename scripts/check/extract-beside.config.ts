import { fileURLToPath } from 'node:url'
import config from '../../lingui.config.ts'

/** The project's own settings, writing to another folder: a check must not change what it checks. */
export default {
  ...config,
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  catalogs: (config.catalogs ?? []).map((catalog) => ({
    ...catalog,
    path: catalog.path.replace('<rootDir>/src/i18n/locales', '<rootDir>/.tsc/catalogues'),
  })),
}
