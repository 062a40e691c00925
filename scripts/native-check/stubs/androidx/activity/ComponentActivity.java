package androidx.activity;

import android.app.Activity;

public class ComponentActivity extends Activity {}
