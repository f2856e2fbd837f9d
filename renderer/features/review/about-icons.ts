import { Box, Folder, type LucideIcon, UserRound } from 'lucide-react';
import type { AboutKind } from '#shared/entries/about.ts';

export const aboutIcons: Readonly<Record<AboutKind, LucideIcon>> = { person: UserRound, project: Folder, thing: Box };
