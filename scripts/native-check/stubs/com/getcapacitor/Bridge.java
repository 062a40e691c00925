package com.getcapacitor;

import android.content.Context;
import android.webkit.WebView;
import androidx.appcompat.app.AppCompatActivity;

/** A stub with the members that our code uses. The real class also requires Cordova and the WebView. */
public class Bridge {

    public native AppCompatActivity getActivity();

    public native Context getContext();

    public native WebView getWebView();

    public native String getLocalUrl();

    public native void addWebViewListener(WebViewListener webViewListener);

    public native void execute(Runnable runnable);

    public native void executeOnMainThread(Runnable runnable);
}
