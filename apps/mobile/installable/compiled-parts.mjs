// Code that packages contain in compiled form, of which no module of a build tells.

const bsdConditions =
  'Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided with the distribution.';
const disclaimer =
  'THIS SOFTWARE IS PROVIDED BY THE AUTHORS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE AUTHORS OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.';

/** The libraries in the WebAssembly of libarchive.js 2.0.2, with the versions that its build and its strings tell. */
export const archiveParts = [
  {
    name: 'libarchive',
    version: '3.7.2',
    identifier: 'BSD-2-Clause',
    text: `Copyright (c) 2003-2018 Tim Kientzle and others\n\n${bsdConditions}\n\n${disclaimer}`,
  },
  {
    name: 'OpenSSL',
    version: '1.0.2s',
    identifier: 'OpenSSL',
    text: `Copyright (c) 1998-2019 The OpenSSL Project. Copyright (C) 1995-1998 Eric Young (eay@cryptsoft.com). All rights reserved.\n\nThis product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/). This product includes cryptographic software written by Eric Young (eay@cryptsoft.com). This product includes software written by Tim Hudson (tjh@cryptsoft.com).\n\n${bsdConditions} 3. All advertising materials mentioning features or use of this software must display the acknowledgments above. 4. The names "OpenSSL Toolkit" and "OpenSSL Project" must not be used to endorse or promote products derived from this software without prior written permission. 5. Products derived from this software may not be called "OpenSSL" nor may "OpenSSL" appear in their names without prior written permission of the OpenSSL Project. 6. Redistributions of any form whatsoever must retain the acknowledgments above.\n\n${disclaimer}`,
  },
  {
    name: 'bzip2',
    version: '1.0.6',
    identifier: 'bzip2-1.0.6',
    text: `Copyright (C) 1996-2010 Julian R Seward. All rights reserved.\n\n${bsdConditions} The origin of this software must not be misrepresented. Altered source versions must be plainly marked as such. The name of the author may not be used to endorse or promote products derived from this software without specific prior written permission.\n\n${disclaimer}`,
  },
  {
    name: 'zlib',
    version: '',
    identifier: 'Zlib',
    text: 'Copyright (C) 1995-2023 Jean-loup Gailly and Mark Adler. Licence: https://zlib.net/zlib_license.html',
  },
  {
    name: 'liblzma (XZ Utils)',
    version: '5.2.11',
    identifier: 'LicenseRef-Public-Domain',
    text: 'The library of XZ Utils is in the public domain: https://tukaani.org/xz/',
  },
];

/** The engine of exact pages and its fonts. */
export const engineParts = [
  {
    name: 'LibreOffice',
    version: '',
    identifier: 'MPL-2.0',
    text: 'LibreOffice, The Document Foundation and contributors, compiled to WebAssembly for exact pages.\nThis Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0: https://www.mozilla.org/MPL/2.0/\nSource code: https://git.libreoffice.org/core and https://github.com/matbeedotcom/libreoffice-document-converter',
  },
  {
    name: 'Liberation, Sealflow Sans Narrow and Carlito',
    version: '',
    identifier: 'OFL-1.1',
    text: 'Fonts of exact pages, under the SIL Open Font License, Version 1.1: https://openfontlicense.org\nLiberation: Digitized data copyright (c) 2010 Google Corporation. Copyright (c) 2012 Red Hat, Inc. Sealflow Sans Narrow is Liberation Sans, narrowed by Sealflow, under the same license.\nCarlito: Copyright (c) 2010-2013 by tyPoland Lukasz Dziedzic.',
  },
  {
    name: 'Caladea',
    version: '',
    identifier: 'Apache-2.0',
    text: 'Font of exact pages, under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0',
  },
  {
    name: 'DejaVu',
    version: '',
    identifier: 'Bitstream-Vera',
    text: 'Fonts of exact pages. Copyright (c) 2003 by Bitstream, Inc. Bitstream Vera is a trademark of Bitstream, Inc. DejaVu changes are in public domain. Licence: https://dejavu-fonts.github.io/License.html',
  },
];
