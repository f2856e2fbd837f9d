import { Arch } from 'electron-builder';
import { requireContents } from './scripts/package-contents.mjs';

/** Native modules that stay, as their folders are named: a package for macOS runs on both of its processors. */
const native = process.platform === 'darwin' ? 'darwin-*' : `${process.platform}-${process.arch}`;
/** True if this machine was given a certificate; without one, macOS wants at least a signature that anyone can make. */
const isSigned = Boolean(process.env['CSC_LINK'] || process.env['CSC_NAME']);

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
    'resources/icons/32x32.png',
    'LICENSE',
    `!**/prebuilds/!(${native})/**`,
    // Electron has no runtime for musl.
    '!**/@libsql/linux-*-musl/**',
    // Bundled into the app; only programs that use the library need the package.
    '!node_modules/zod',
    '!node_modules/**/{CMakeLists.txt,*.{bare,c,d.ts,h,md}}',
    '!**/*.map',
  ],
  // Only what the system itself loads: the archive alone is checked for its integrity.
  asar: { smartUnpack: false },
  asarUnpack: ['**/*.node'],
  afterPack: ({ appOutDir, electronPlatformName, arch }) =>
    requireContents(appOutDir, electronPlatformName, Arch[arch] ?? ''),
  electronLanguages: ['en-US', 'en-GB'],
  electronFuses: {
    // Assistants start the app as a command line, by the launcher that it writes.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  },
  protocols: { name: 'Contexture', schemes: ['contexture'] },
  // Where the app looks for new versions is inferred: GitHub's releases of the repository in package.json, which a release
  // writes there, or of the remote. Without either, no place is packed.
  // Native modules come built for each system.
  npmRebuild: false,
  // The older runtime of AppImages needs a library that systems no longer have, and starts without the sandbox.
  toolsets: { appimage: '1.0.3' },
  // The name of the menu entry on Linux, by which windows are matched with it.
  extraMetadata: { desktopName: 'contexture.desktop' },
  linux: {
    syncDesktopName: true,
    target: ['AppImage', 'deb'],
    category: 'Utility',
    fileAssociations: [markdown],
    icon: 'resources/icons',
    maintainer: 'The Contexture authors',
    synopsis: 'See, correct and keep what your assistants know',
  },
  mac: {
    target: ['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })),
    category: 'public.app-category.productivity',
    fileAssociations: [{ ...markdown, rank: 'Alternate' }],
    icon: 'resources/icons/icon.icns',
    // Beside the app in Electron's runtime, and so not in the package by themselves.
    extraResources: [{ from: 'node_modules/electron/dist', filter: ['LICENSE', 'LICENSES.chromium.html'] }],
    // Both builds hold the native modules of both processors.
    x64ArchFiles: '*.node',
    ...(isSigned ? {} : { identity: '-', hardenedRuntime: false }),
  },
  // GitHub would put dots in place of blanks, and updates would look for other names.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
  nsis: { artifactName: 'Contexture-Setup-${version}.${ext}' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it in.
  portable: { artifactName: 'Contexture-${version}-portable.${ext}' },
  win: { target: ['nsis', 'portable'], icon: 'resources/icons/icon.ico' },
};
