/**
 * Offers the app for a memory file, and isn't the usual program for it. On Windows an association would make it that, so
 * there it has none.
 */
const markdown = { ext: ['md', 'markdown'], name: 'Markdown', mimeType: 'text/markdown' };

/**
 * Packages of the desktop app. Each system builds its own, so that they contain only its native modules.
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId: 'app.contexture.desktop',
  productName: 'Contexture',
  directories: { output: 'out/packages', buildResources: 'resources/icons' },
  files: [
    'out/{main,preload,cli}/**/*.{js,cjs}',
    'out/renderer',
    'resources/sample',
    `!**/prebuilds/!(${process.platform}-*)/**`,
    // Bundled into the app; only programs that use the library need the package.
    '!node_modules/zod',
    '!**/*.{bare,c,d.ts,h,map,md}',
  ],
  asarUnpack: ['**/*.node'],
  electronLanguages: ['en-US', 'en-GB'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  },
  protocols: { name: 'Contexture', schemes: ['contexture'] },
  // Native modules come built for each system.
  npmRebuild: false,
  linux: { target: ['AppImage', 'deb'], category: 'Utility', icon: 'resources/icons', fileAssociations: [markdown] },
  mac: {
    target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })),
    category: 'public.app-category.productivity',
    fileAssociations: [{ ...markdown, rank: 'Alternate' }],
    icon: 'resources/icons/icon.icns',
  },
  win: { target: ['nsis', 'portable'], icon: 'resources/icons/icon.ico' },
};
